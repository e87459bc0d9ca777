import { ApiError } from '@ecp/contract/declaring/errors';
import { formatUsd } from '@ecp/contract/declaring/money';
import type { EnginePlan } from '@ecp/contract/engine/engine-plans';
import type { Plan } from '@ecp/contract/work/plans';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { waitForExtraction } from '../attachments/reading/wait-for-extraction.ts';
import { type EngagementState, lockEngagement } from '../engagements/engagement-rows.ts';
import { isActive } from '../runs/records/lock-run.ts';
import { type PlanInput, recordPlanRequest, recordPlanResult } from '../runs/records/plan-rows.ts';
import { requireBudgetLeft } from '../runs/records/require-budget-left.ts';
import { describePlan, toNano } from './describe-plan.ts';
import { readPlanMaterial, requestPlan } from './request-plan.ts';

const unanswered = 'The planner has not answered yet; request the plan again, which is not charged twice';

interface Order {
  planId: string;
  engagement: EngagementState;
  material: PlanInput;
}

/**
 * Plans an engagement and prices the plan without running it. Given tasks are priced at no cost. The cost of planning
 * counts against the engagement's budget. A request whose response was lost is continued and not paid again. Errors:
 * `not_found`, `already_running`, `budget_exhausted`, `engine_error`.
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
    await keep(tx, context, order, answer, plan);
    await recordAudit(tx, context, {
      action: 'engagement.plan',
      resourceType: 'engagement',
      resourceId: engagementId,
      metadata: { tasks: plan.tasks.length, planned: plan.planned, planningCost: plan.planningCost },
    });
    return plan;
  });
}

async function openOrder(tx: Transaction, context: RequestContext, engagementId: string): Promise<Order> {
  const { tenantId } = context;
  const engagement = await lockEngagement(tx, tenantId, engagementId);
  if (!engagement) throw new ApiError('not_found');
  if (isActive(engagement.status)) throw new ApiError('already_running');
  const material = await readPlanMaterial(tx, context, engagementId);
  if (!material) throw new ApiError('not_found');
  // Pricing given tasks costs nothing.
  if (material.tasks.length === 0) await requireBudgetLeft(tx, tenantId, engagement);
  return { planId: await recordPlanRequest(tx, tenantId, engagementId, material), engagement, material };
}

/** Stores the cost of a failed plan and throws its reason. A plan in progress can be requested again. */
async function refusePlan(context: RequestContext, order: Order, answer: EnginePlan): Promise<never> {
  if (answer.status !== 'failed') throw new ApiError('engine_error', { values: { reason: unanswered } });
  await context.transaction((tx) => keep(tx, context, order, answer, null));
  if (answer.failureReason !== 'budget_exhausted') {
    throw new ApiError('engine_error', { values: { reason: answer.error ?? 'No plan was made' } });
  }
  const { budget_nano_usd: budget } = order.engagement;
  const values = { spent: formatUsd(toNano(answer.spentUsd)), budget: formatUsd(budget) };
  throw new ApiError('budget_exhausted', { values });
}

async function keep(
  tx: Transaction,
  { tenantId }: RequestContext,
  { engagement, planId }: Order,
  answer: EnginePlan,
  plan: Plan | null,
): Promise<void> {
  const spentNanoUsd = toNano(answer.planningSpentUsd);
  const order = { engagementId: engagement.id, planId };
  if (!(await recordPlanResult(tx, tenantId, order, { plan, spentNanoUsd }))) throw new ApiError('not_found');
}
