import type { Transaction } from '@ecp/database/database';

/**
 * Returns the ids of all engagements of a tenant, including archived ones, and locks them until the transaction ends,
 * so that no run begins.
 */
export async function lockEngagementIds(tx: Transaction, tenantId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'lock_engagement_ids',
    text: 'select id from platform.engagements where tenant_id = $1 order by id for update',
    values: [tenantId],
  });
  return rows.map(({ id }) => id);
}
