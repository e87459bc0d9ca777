import { ApiError } from '@ecp/contract/declaring/errors';
import { billingPlanLimits } from '@ecp/contract/identity/billing-plan-limits';
import type { Statement } from '@ecp/database/statement';
import pg from 'pg';

const limitsByPlan = JSON.stringify(
  Object.fromEntries(Object.entries(billingPlanLimits).map(([plan, limits]) => [plan, limits.engagementsPerMonth])),
);

/**
 * Counts one more engagement of this calendar month (UTC). Make it the last statement of the transaction that creates
 * the engagement, because parallel creates wait for each other there. At the plan's limit (LIM-2, LIM-3) the whole
 * transaction fails with an error for toLimitError.
 */
export function countEngagement(tenantId: string): Statement {
  return {
    name: 'count_engagement',
    text: 'select platform.count_engagement($1, $2)',
    values: [tenantId, limitsByPlan],
  };
}

/** Turns the failure of countEngagement into `engagement_limit_reached` and returns any other error unchanged. */
export function toLimitError(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== 'EL001') return error;
  const [used = '', limit = ''] = (error.detail ?? '').split('/');
  return new ApiError('engagement_limit_reached', { values: { used, limit }, cause: error });
}
