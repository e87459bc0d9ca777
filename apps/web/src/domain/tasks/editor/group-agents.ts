import type { Agent } from '@ecp/contract/reach/service';
import { hasEveryWord } from '../../../forms/has-every-word.ts';

/** A group of the picker's list. */
export interface Department {
  /** Its name. */
  value: string;
  items: Agent[];
}

/** Agents by department, in the roster's order. */
export function groupAgents(agents: readonly Agent[]): Department[] {
  return [...Map.groupBy(agents, ({ department }) => department)].map(([value, items]) => ({ value, items }));
}

/** Whether every word of the query stands somewhere in what is known of the agent. */
export const matchesAgent = ({ name, role, department, description }: Agent, query: string): boolean =>
  hasEveryWord([name, role, department, description].join(' '), query);
