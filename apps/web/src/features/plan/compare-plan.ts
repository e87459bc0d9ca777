import type { Engagement, TaskConfiguration } from '@ecp/contract/work/engagements';
import type { Plan } from '@ecp/contract/work/plans';

/** Relation of a plan to the engagement's tasks: not accepted yet, equal to them, or different from them. */
export type PlanState = 'proposed' | 'current' | 'stale';

/** Compares a plan with the current tasks of its engagement. */
export function comparePlan(plan: Plan, { tasks }: Pick<Engagement, 'tasks'>): PlanState {
  if (tasks.length === 0) return 'proposed';
  const same =
    tasks.length === plan.tasks.length &&
    tasks.every((task) => plan.tasks.some((planned) => planned.id === task.id && isSame(planned, task)));
  return same ? 'current' : 'stale';
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
