import type { Plan } from '@ecp/contract/auth';
import { ApiError } from '@ecp/contract/errors';
import { planLimits } from '@ecp/contract/plan-limits';
import type { Transaction } from '@ecp/database/database';

/**
 * Counts one more engagement of this calendar month (UTC) in the transaction that creates it. The month's row is the
 * lock: parallel creates wait for each other and never pass the plan's limit (specification, Limits; contract, 6).
 * Error: `engagement_limit_reached`.
 */
export async function countEngagement(tx: Transaction, tenantId: string): Promise<void> {
  const found = await tx.query<{ plan: Plan }>({
    name: 'read_plan',
    text: 'select plan from platform.tenants where id = $1',
    values: [tenantId],
  });
  const limit = planLimits[found.rows[0]?.plan ?? 'starter'].engagementsPerMonth;
  const counted = await tx.query({ name: 'count_engagement', text: countOne, values: [tenantId, limit] });
  if (counted.rowCount > 0 || limit === null) return;
  const usage = await tx.query<{ engagements_created: number }>({
    name: 'read_monthly_usage',
    text: `select engagements_created from platform.monthly_usage where tenant_id = $1 and month = ${thisMonth}`,
    values: [tenantId],
  });
  const used = usage.rows[0]?.engagements_created ?? limit;
  throw new ApiError('engagement_limit_reached', { values: { used, limit } });
}

const thisMonth = `date_trunc('month', now() at time zone 'UTC')::date`;

/** Changes no row when the limit is reached. */
const countOne = `
  insert into platform.monthly_usage as usage (tenant_id, month, engagements_created) values ($1, ${thisMonth}, 1)
  on conflict (tenant_id, month) do update set engagements_created = usage.engagements_created + 1
    where $2::integer is null or usage.engagements_created < $2::integer`;
