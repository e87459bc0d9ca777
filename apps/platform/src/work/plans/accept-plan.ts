import { ApiError } from '@ecp/contract/declaring/errors';
import type { Engagement, TaskConfiguration, TaskInput } from '@ecp/contract/work/engagements';
import type { AcceptPlanBody, Plan } from '@ecp/contract/work/plans';
import type { RequestContext } from '../../kernel/context.ts';
import { updateEngagement } from '../engagements/update-engagement.ts';
import { readTasks } from '../tasks/read-tasks.ts';
import { getPlan } from './get-plan.ts';

/**
 * Makes the tasks of the last plan, or their edited form, the tasks of the engagement, by the rules of every edit
 * (ENG-20, ENG-21). `planId` accepts only that plan, so that nobody accepts tasks and prices that they have not seen.
 * Errors: those of updateEngagement; `not_found` also before there is a plan; `plan_replaced`.
 */
export async function acceptPlan(
  context: RequestContext,
  engagementId: string,
  { planId, tasks }: AcceptPlanBody,
): Promise<Engagement> {
  const plan = await getPlan(context, engagementId);
  if (planId !== undefined && planId !== plan.id) throw new ApiError('plan_replaced');
  const { database } = context.services;
  const current = await database.withTenant(context.tenantId, (tx) => readTasks(tx, context.tenantId, engagementId));
  return updateEngagement(context, engagementId, { tasks: tasks ?? plan.tasks.map((task) => toTask(task, current)) });
}

/** A given task that the plan only priced keeps its other fields (ENG-12). */
function toTask(
  { id, name, description, agent, kind, dependsOn }: Plan['tasks'][number],
  current: TaskConfiguration[],
) {
  const synthesis = kind === 'synthesis' && { synthesis: true };
  const known = current.find((task) => task.id === id);
  return { ...known, id, name, description, agent, dependsOn, ...synthesis } satisfies TaskInput;
}
