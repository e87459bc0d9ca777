import type { Transaction } from '@ecp/database/database';

/** Ids of all engagements of a tenant, archived ones included, locked until the transaction ends: no run begins meanwhile. */
export async function lockEngagementIds(tx: Transaction, tenantId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'lock_engagement_ids',
    text: 'select id from platform.engagements where tenant_id = $1 order by id for update',
    values: [tenantId],
  });
  return rows.map(({ id }) => id);
}
