import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import type { Plan } from '@ecp/contract/work/plans';

/**
 * Merges a planned task with the other fields of the engagement's task that has the same id (ENG-12). The last task of
 * a plan stays the one that writes the board paper (contract 11).
 */
export function toTask(
  { id, name, description, agent, kind, dependsOn }: Plan['tasks'][number],
  current: readonly TaskConfiguration[],
): TaskConfiguration {
  const synthesis = kind === 'synthesis' && { synthesis: true };
  return { ...current.find((task) => task.id === id), id, name, description, agent, dependsOn, ...synthesis };
}
