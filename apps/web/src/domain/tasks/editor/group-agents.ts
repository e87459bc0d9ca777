import type { Agent } from '@ecp/contract/reach/service';
import { hasEveryWord } from '../../../forms/has-every-word.ts';

/** A group in the picker's list. */
export interface Department {
  /** Name of the department. */
  value: string;
  items: Agent[];
}

/** Groups agents by department, in the roster's order. */
export function groupAgents(agents: readonly Agent[]): Department[] {
  return [...Map.groupBy(agents, ({ department }) => department)].map(([value, items]) => ({ value, items }));
}

/** Whether every word of the query occurs in the agent's name, role, department or description. */
export const matchesAgent = ({ name, role, department, description }: Agent, query: string): boolean =>
  hasEveryWord([name, role, department, description].join(' '), query);
