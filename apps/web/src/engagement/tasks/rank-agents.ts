import type { Agent } from '@ecp/contract/reach/service';
import { hasEveryWord } from '../../base/format/words.ts';

/** Agents of one department, as the picker groups them. */
export interface Department {
  value: string;
  items: Agent[];
}

/** Whether every typed word occurs in the agent's name, role, department or description. */
export const matchesAgent = (
  { name, role, department, description }: Agent,
  typed: string,
): boolean => hasEveryWord([name, role, department, description].join(' '), typed);

/**
 * Groups agents by department: first those whose names begin with the typed words, then names with
 * a word that does.
 */
export function rankAgents(agents: readonly Agent[], typed: string): Department[] {
  const ranked =
    typed.trim() === '' ? agents : agents.toSorted((a, b) => rankOf(a, typed) - rankOf(b, typed));
  return [...Map.groupBy(ranked, ({ department }) => department)].map(([value, items]) => ({
    value,
    items,
  }));
}

function rankOf(agent: Agent, typed: string): number {
  if (!matchesAgent(agent, typed)) return 3;
  const wanted = typed.trim().toLowerCase();
  const name = agent.name.toLowerCase();
  if (name.startsWith(wanted)) return 0;
  const words = name.split(/[^\p{L}\p{N}]+/u);
  return wanted.split(/\s+/).every((word) => words.some((own) => own.startsWith(word))) ? 1 : 2;
}
