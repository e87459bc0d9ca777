import type { Transaction } from '@ecp/database/database';

/** Prevents the deletion of an engagement until the transaction ends. Returns false if it is not the tenant's. */
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
