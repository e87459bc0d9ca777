import type { Transaction } from '@ecp/database/database';

/** Counts the deliverables of a tenant: all versions, internal files included. */
export async function countDeliverables(tx: Transaction, tenantId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>({
    name: 'count_deliverables',
    text: 'select count(*)::integer as count from platform.deliverables where tenant_id = $1',
    values: [tenantId],
  });
  return rows[0]?.count ?? 0;
}
