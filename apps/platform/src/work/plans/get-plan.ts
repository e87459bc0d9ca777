import { ApiError } from '@ecp/contract/errors';
import type { Plan } from '@ecp/contract/plans';
import type { RequestContext } from '../../kernel/context.ts';
import { selectPlan } from '../runs/records/plan-rows.ts';

/** Plans of an earlier release have no id; their time tells them apart too. */
type StoredPlan = Omit<Plan, 'id'> & Partial<Pick<Plan, 'id'>>;

/** The engagement's last plan, as it was when it was made. Error: `not_found`, also before there is one. */
export async function getPlan({ services, tenantId }: RequestContext, engagementId: string): Promise<Plan> {
  const [rows] = await services.database.batchTenant(tenantId, [selectPlan(tenantId, engagementId)]);
  const plan = (rows?.[0] as { answer: StoredPlan | null } | undefined)?.answer;
  if (!plan) throw new ApiError('not_found');
  return { ...plan, id: plan.id ?? plan.createdAt };
}
