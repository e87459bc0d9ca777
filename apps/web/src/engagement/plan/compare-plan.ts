import type { Engagement, TaskConfiguration } from '@ecp/contract/work/engagements';
import type { Plan } from '@ecp/contract/work/plans';

/**
 * Relation of a plan to the engagement's tasks: not accepted yet, equal to them and ready or
 * finished, or different.
 */
export type PlanState = 'proposed' | 'current' | 'finished' | 'stale';

export function comparePlan(
  plan: Plan,
  { tasks, status }: Pick<Engagement, 'tasks' | 'status'>,
): PlanState {
  if (tasks.length === 0) return 'proposed';
  const same =
    tasks.length === plan.tasks.length &&
    tasks.every((task) =>
      plan.tasks.some((planned) => planned.id === task.id && isSame(planned, task)),
    );
  if (!same) return 'stale';
  return status === 'completed' ? 'finished' : 'current';
}

function isSame(planned: Plan['tasks'][number], task: TaskConfiguration): boolean {
  return (
    planned.name === task.name &&
    // Pricing adds a description and an agent to a task without them.
    (planned.description === task.description || !task.description) &&
    (planned.agent === task.agent || !task.agent) &&
    [...planned.dependsOn].sort().join('\n') === [...(task.dependsOn ?? [])].sort().join('\n')
  );
}
