import { ApiError } from '@ecp/contract/declaring/errors';
import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { SynthesisPrice } from '@ecp/contract/work/plans';
import type { RequestContext } from '../../kernel/context.ts';
import { selectEngagementState } from '../engagements/engagement-rows.ts';
import { readSpent } from '../runs/records/require-budget-left.ts';
import { withSynthesisTask } from '../tasks/synthesis-task.ts';
import { toRange, warnOfBudget } from './describe-plan.ts';
import { priceRerun, readPlanMaterial } from './price-rerun.ts';

/**
 * Prices the paper for who decides, from the documents that the engagement has, without writing it. Errors: `not_found`,
 * `nothing_to_conclude`, `engine_error`.
 */
export async function getSynthesisPrice(context: RequestContext, engagementId: string): Promise<SynthesisPrice> {
  const { tenantId } = context;
  const { material, budgetNanoUsd, spentNanoUsd } = await context.transaction(async (tx) => {
    const { rows } = await tx.query(selectEngagementState(tenantId, engagementId));
    const read = await readPlanMaterial(tx, context, engagementId);
    if (!rows[0] || !read) throw new ApiError('not_found');
    const spent = await readSpent(tx, tenantId, engagementId);
    return { material: read, budgetNanoUsd: rows[0].budget_nano_usd, spentNanoUsd: spent };
  });
  const { tasks, taskId } = withSynthesisTask(material.engagement.brief, material.tasks);
  const documents = material.previous.filter((document) => document.taskId !== taskId).length;
  if (documents === 0) throw new ApiError('nothing_to_conclude');
  const { cost } = await priceRerun(context, { ...material, tasks }, [taskId]);
  const remainingNanoUsd = Math.max(0, budgetNanoUsd - spentNanoUsd);
  return {
    taskId,
    exists: material.tasks.some(({ id }) => id === taskId),
    documents,
    cost: toRange(cost),
    budget: nanoToUsd(budgetNanoUsd),
    remaining: nanoToUsd(remainingNanoUsd),
    warnings: warnOfBudget(cost, remainingNanoUsd),
  };
}
