import type { ListedDeliverable } from '../../domain/deliverables/queries.ts';

/** Lists the files whose latest version rests on an assumption that was answered since. */
export function listAnsweredSince(listed: readonly ListedDeliverable[]): string[] {
  const latest = new Map<string, ListedDeliverable>();
  for (const entry of listed) {
    const known = latest.get(entry.filename);
    if (!known || entry.version > known.version) latest.set(entry.filename, entry);
  }
  return [...latest.values()]
    .filter(({ answeredAssumptions }) => answeredAssumptions.length > 0)
    .map(({ filename }) => filename);
}
