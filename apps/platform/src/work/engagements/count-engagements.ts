import type { Statement } from '@ecp/database/statement';

/** Reads the number of a tenant's engagements, including archived ones, which every change of them keeps (HEA-7). */
export function countEngagements(tenantId: string): Statement<{ total: number }> {
  return {
    name: 'count_engagements',
    text: 'select platform.count_engagements($1)::integer as total',
    values: [tenantId],
  };
}
