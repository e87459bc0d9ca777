import type { EngagementStatus } from '@ecp/contract/work/engagements';
import type { Transaction } from '@ecp/database/database';

/** Moves an engagement to the state of its run (RUN-2); the caller holds its lock. */
export async function setEngagementStatus(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  status: EngagementStatus,
): Promise<void> {
  await tx.query({
    name: 'set_engagement_status',
    text: 'update platform.engagements set status = $3, updated_at = now() where tenant_id = $1 and id = $2',
    values: [tenantId, engagementId, status],
  });
}
