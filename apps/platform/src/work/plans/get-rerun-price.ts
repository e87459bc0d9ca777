import { ApiError } from '@ecp/contract/declaring/errors';
import type { RerunPrice } from '@ecp/contract/work/plans';
import type { RequestContext } from '../../kernel/context.ts';
import { findLatestDeliverable } from '../deliverables/deliverable-rows.ts';
import { readBudget } from '../runs/records/require-budget-left.ts';
import { describePrice } from './describe-plan.ts';
import { priceRerun, readPlanMaterial } from './request-plan.ts';

/**
 * Prices the rerun of one document, without running it (REV-24). The engine prices the task at no cost and stores
 * nothing. Errors: `not_found`, also for a file without a task of the engagement, and `engine_error`.
 */
export async function getRerunPrice(
  context: RequestContext,
  { engagementId, filename }: { engagementId: string; filename: string },
): Promise<RerunPrice> {
  const { tenantId } = context;
  const { budget, latest, material } = await context.transaction(async (tx) => ({
    budget: await readBudget(tx, tenantId, engagementId),
    latest: await findLatestDeliverable(tx, tenantId, engagementId, filename),
    material: await readPlanMaterial(tx, context, engagementId),
  }));
  const taskId = latest?.task_id ?? null;
  if (taskId === null || !material?.tasks.some(({ id }) => id === taskId)) throw new ApiError('not_found');
  const { cost, learnedFromTasks } = await priceRerun(context, material, [taskId]);
  return { taskId, learnedFromTasks, ...describePrice(cost, budget) };
}
