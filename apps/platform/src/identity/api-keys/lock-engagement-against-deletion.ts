import type { Transaction } from '@ecp/database/database';

/** Keeps an engagement from being deleted until the transaction ends; false when the tenant has no such engagement. */
export async function lockEngagementAgainstDeletion(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'lock_engagement_of_key',
    text: 'select from platform.engagements where tenant_id = $1 and id = $2 for key share',
    values: [tenantId, engagementId],
  });
  return rowCount > 0;
}
