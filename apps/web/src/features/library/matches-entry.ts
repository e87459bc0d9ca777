import type { LibraryEntry } from '@ecp/contract/library';
import { readPattern } from './read-pattern.ts';
import type { AgentNames } from './write-entry.ts';

/** Whether an entry has all the words that are looked for, in its title, tasks, agents or models. */
export function matchesEntry(entry: LibraryEntry, q: string, agents: AgentNames): boolean {
  const tasks = readPattern(entry)?.tasks ?? [];
  const words = tasks.flatMap(({ name, agent, model }) => [name, agent, agents.get(agent) ?? '', model ?? '']);
  const text = [entry.title, ...words].join(' ').toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
