/** Returns the latest version of each file. */
export function latestOfFiles<D extends { filename: string; version: number }>(listed: readonly D[]): D[] {
  const latest = new Map<string, D>();
  for (const entry of listed) {
    const known = latest.get(entry.filename);
    if (!known || known.version < entry.version) latest.set(entry.filename, entry);
  }
  return [...latest.values()];
}
