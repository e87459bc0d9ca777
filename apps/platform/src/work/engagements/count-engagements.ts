import type { Statement } from '@ecp/database/statement';

/** Counts a tenant's engagements, including archived ones, in one row. */
export function countEngagements(tenantId: string): Statement<{ total: number }> {
  return {
    name: 'count_engagements',
    text: 'select count(*)::integer as total from platform.engagements where tenant_id = $1',
    values: [tenantId],
  };
}
