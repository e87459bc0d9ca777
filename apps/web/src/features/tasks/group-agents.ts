import type { Agent } from '@ecp/contract/service';

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
export function matchesAgent({ name, role, department, description }: Agent, query: string): boolean {
  const text = [name, role, department, description].join(' ').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
