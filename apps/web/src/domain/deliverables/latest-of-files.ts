import type { ListedDeliverable } from './queries.ts';

/** Returns the latest version of each file. */
export function latestOfFiles(listed: readonly ListedDeliverable[]): ListedDeliverable[] {
  const latest = new Map<string, ListedDeliverable>();
  for (const entry of listed) {
    const known = latest.get(entry.filename);
    if (!known || known.version < entry.version) latest.set(entry.filename, entry);
  }
  return [...latest.values()];
}
