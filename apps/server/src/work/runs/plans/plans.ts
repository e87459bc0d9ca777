import { ApiError } from '@ecp/contract/declaring/errors';
import { formatUsd, usdToNano } from '@ecp/contract/declaring/money';
import type { EnginePlan } from '@ecp/contract/engine/engine-plans';
import type { Engagement, TaskConfiguration, TaskInput } from '@ecp/contract/work/engagements';
import type { AcceptPlanBody, Plan } from '@ecp/contract/work/plans';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../../kernel/context.ts';
import type { ExportPart } from '../../../kernel/export-part.ts';
import {
  type EngagementState,
  lockEngagement,
} from '../../../material/engagements/engagement-rows.ts';
import { updateEngagement } from '../../../material/engagements/engagements.ts';
import { readTasks } from '../../../material/engagements/tasks.ts';
import { requireDayLeft, requireMoney } from '../../../material/run-records/budget.ts';
import {
  type PlanInput,
  recordPlanRequest,
  recordPlanResult,
  selectPlan,
} from '../../../material/run-records/plan-rows.ts';
import { isActive } from '../../../material/run-records/run-state.ts';
import { waitForExtraction } from '../../../material/sources/extraction.ts';
import { describePlan, readPlanMaterial, requestPlan } from './prices.ts';

const unanswered =
  'The planner has not answered yet; request the plan again, which is not charged twice';

interface PlanOrder {
  planId: string;
  engagement: EngagementState;
  material: PlanInput;
}

/**
 * Plans and prices an engagement; given tasks cost nothing, planning counts against the budget, and
 * a request is paid once. Errors: `not_found`, `already_running`, `engine_error`, those of
 * requireMoney.
 */
export async function planEngagement(context: RequestContext, engagementId: string): Promise<Plan> {
  const { services, tenantId } = context;
  await waitForExtraction(services, tenantId, engagementId);
  const order = await context.transaction((tx) => openOrder(tx, context, engagementId));
  const answer = await requestPlan(context, { planId: order.planId, ...order.material });
  const budgetNanoUsd = order.engagement.budget_nano_usd;
  if (answer.status !== 'completed') return refusePlan(context, order, answer);
  return context.commit(async (tx) => {
    const made = { id: order.planId, engagementId, budgetNanoUsd, createdAt: services.clock.now() };
    const plan = describePlan(answer, made);
    await keepAnswer(tx, context, order, answer, plan);
    await recordAudit(tx, context, {
      action: 'engagement.plan',
      resourceType: 'engagement',
      resourceId: engagementId,
      metadata: {
        tasks: plan.tasks.length,
        planned: plan.planned,
        planningCost: plan.planningCost,
      },
    });
    return plan;
  });
}

async function openOrder(
  tx: Transaction,
  context: RequestContext,
  engagementId: string,
): Promise<PlanOrder> {
  const { tenantId } = context;
  const engagement = await lockEngagement(tx, tenantId, engagementId);
  if (isActive(engagement.status)) throw new ApiError('already_running');
  const material = await readPlanMaterial(tx, context, engagementId);
  if (!material) throw new ApiError('not_found');
  // Pricing given tasks costs nothing.
  if (material.tasks.length === 0) await requireMoney(tx, context.services, tenantId, engagement);
  return {
    planId: await recordPlanRequest(tx, tenantId, engagementId, material),
    engagement,
    material,
  };
}

/**
 * Stores the cost of a failed plan and throws its reason. A plan in progress can be requested
 * again.
 */
async function refusePlan(
  context: RequestContext,
  order: PlanOrder,
  answer: EnginePlan,
): Promise<never> {
  if (answer.status !== 'failed')
    throw new ApiError('engine_error', { values: { reason: unanswered } });
  await context.transaction((tx) => keepAnswer(tx, context, order, answer, null));
  // The limit of the day was reached during the plan.
  if (answer.failureReason === 'tenant_spend_limit') {
    await context.transaction((tx) => requireDayLeft(tx, context.services, context.tenantId));
  }
  if (answer.failureReason !== 'budget_exhausted') {
    throw new ApiError('engine_error', { values: { reason: answer.error ?? 'No plan was made' } });
  }
  const { budget_nano_usd: budget } = order.engagement;
  const values = { spent: formatUsd(usdToNano(answer.spentUsd)), budget: formatUsd(budget) };
  throw new ApiError('budget_exhausted', { values });
}

async function keepAnswer(
  tx: Transaction,
  { tenantId }: RequestContext,
  { engagement, planId }: PlanOrder,
  answer: EnginePlan,
  plan: Plan | null,
): Promise<void> {
  const spentNanoUsd = usdToNano(answer.planningSpentUsd);
  const order = { engagementId: engagement.id, planId };
  if (!(await recordPlanResult(tx, tenantId, order, { plan, spentNanoUsd })))
    throw new ApiError('not_found');
}

/**
 * Returns the engagement's last plan as it was made. Error: `not_found`, also before there is a
 * plan.
 */
export async function getPlan(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<Plan> {
  const [[row]] = await services.database.batchTenant(tenantId, [
    selectPlan(tenantId, engagementId),
  ]);
  const plan = row?.answer;
  if (!plan) throw new ApiError('not_found');
  return plan;
}

/**
 * Makes the last plan's tasks, or their edited form, the engagement's. `planId` ensures that the
 * accepted plan was seen. Errors: those of updateEngagement, `not_found`, `plan_replaced`.
 */
export async function acceptPlan(
  context: RequestContext,
  engagementId: string,
  { planId, tasks }: AcceptPlanBody,
): Promise<Engagement> {
  const plan = await getPlan(context, engagementId);
  if (planId !== undefined && planId !== plan.id) throw new ApiError('plan_replaced');
  const { database } = context.services;
  const current = await database.withTenant(context.tenantId, (tx) =>
    readTasks(tx, context.tenantId, engagementId),
  );
  return updateEngagement(context, engagementId, {
    tasks: tasks ?? plan.tasks.map((task) => toTask(task, current)),
  });
}

/** A given task that the plan only priced keeps its other fields. */
function toTask(
  { id, name, description, agent, kind, dependsOn }: Plan['tasks'][number],
  current: TaskConfiguration[],
) {
  const synthesis = kind === 'synthesis' && { synthesis: true };
  const known = current.find((task) => task.id === id);
  return { ...known, id, name, description, agent, dependsOn, ...synthesis } satisfies TaskInput;
}

/**
 * Exports the last plan of each engagement, paged by the engagement's id, because each has one
 * plan.
 */
export const exportedPlans: ExportPart<{ id: string; answer: Plan }> = {
  name: 'plans',
  page: {
    text: `select engagement_id as id, answer from platform.plans
      where tenant_id = $1 and engagement_id > $2 and answer is not null order by engagement_id limit $3`,
  },
  pageRows: 20,
  toRecord: ({ answer }) => answer,
};
