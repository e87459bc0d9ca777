import type { Statement } from '@ecp/database/statement';

/** Counts a tenant's engagements, archived ones included: one row with `total`. */
export function countEngagements(tenantId: string): Statement {
  return {
    name: 'count_engagements',
    text: 'select count(*)::integer as total from platform.engagements where tenant_id = $1',
    values: [tenantId],
  };
}
