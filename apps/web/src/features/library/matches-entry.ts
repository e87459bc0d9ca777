import type { LibraryEntry } from '@ecp/contract/reach/library';
import type { AgentNames } from './write-entry.ts';

/** Returns whether an entry has all search words in the names of its engagement, tasks, kinds, agents or models. */
export function matchesEntry(entry: LibraryEntry, q: string, agents: AgentNames): boolean {
  const { engagementName, jsonData } = entry;
  const words = jsonData.tasks.flatMap(({ name, kind, agent, model }) => {
    return [name, kind, agent, agents.get(agent) ?? '', model ?? ''];
  });
  const text = [engagementName, ...words].join(' ').toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
