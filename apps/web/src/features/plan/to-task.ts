import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import type { Plan } from '@ecp/contract/work/plans';

/**
 * Merges a planned task with the other fields of the engagement's task that has the same id (ENG-12). The task that a
 * plan ends with stays the one that writes the paper for who decides (contract 11).
 */
export function toTask(
  { id, name, description, agent, kind, dependsOn }: Plan['tasks'][number],
  current: readonly TaskConfiguration[],
): TaskConfiguration {
  const synthesis = kind === 'synthesis' && { synthesis: true };
  return { ...current.find((task) => task.id === id), id, name, description, agent, dependsOn, ...synthesis };
}
