import type { Engagement, TaskConfiguration } from '@ecp/contract/work/engagements';
import type { Plan } from '@ecp/contract/work/plans';

/** What a plan is to its engagement: tasks to be accepted, the tasks as they are, or as they were. */
export type PlanState = 'proposed' | 'current' | 'stale';

/** Compares a plan with the tasks that its engagement has by now. */
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
    // A task without a description or an agent gets one when it is priced.
    (planned.description === task.description || !task.description) &&
    (planned.agent === task.agent || !task.agent) &&
    [...planned.dependsOn].sort().join('\n') === [...(task.dependsOn ?? [])].sort().join('\n')
  );
}
