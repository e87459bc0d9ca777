import { ApiError } from '@ecp/contract/declaring/errors';
import type { SynthesisPrice } from '@ecp/contract/work/plans';
import type { RequestContext } from '../../kernel/context.ts';
import { readBudget } from '../runs/records/require-budget-left.ts';
import { withSynthesisTask } from '../tasks/synthesis-task.ts';
import { describePrice } from './describe-plan.ts';
import { priceRerun, readPlanMaterial } from './request-plan.ts';

/**
 * Prices the paper for who decides, from the documents that the engagement has, without writing it. Errors:
 * `not_found`, `nothing_to_conclude`, `engine_error`.
 */
export async function getSynthesisPrice(context: RequestContext, engagementId: string): Promise<SynthesisPrice> {
  const { budget, material } = await context.transaction(async (tx) => ({
    budget: await readBudget(tx, context.tenantId, engagementId),
    material: await readPlanMaterial(tx, context, engagementId),
  }));
  if (!material) throw new ApiError('not_found');
  const { tasks, taskId } = withSynthesisTask(material.engagement.brief, material.tasks);
  const documents = material.previous.filter((document) => document.taskId !== taskId).length;
  if (documents === 0) throw new ApiError('nothing_to_conclude');
  const { cost } = await priceRerun(context, { ...material, tasks }, [taskId]);
  const exists = material.tasks.some(({ id }) => id === taskId);
  return { taskId, exists, documents, ...describePrice(cost, budget) };
}
