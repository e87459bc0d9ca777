import { ApiError } from '@ecp/contract/declaring/errors';
import type { Plan } from '@ecp/contract/work/plans';
import type { RequestContext } from '../../kernel/context.ts';
import { selectPlan } from '../runs/records/plan-rows.ts';

/** Returns the engagement's last plan as it was made. Error: `not_found`, also before there is a plan. */
export async function getPlan({ services, tenantId }: RequestContext, engagementId: string): Promise<Plan> {
  const [[row]] = await services.database.batchTenant(tenantId, [selectPlan(tenantId, engagementId)]);
  const plan = row?.answer;
  if (!plan) throw new ApiError('not_found');
  // Plans without an id are identified by their time.
  return { ...plan, id: plan.id ?? plan.createdAt };
}
