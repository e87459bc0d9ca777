import type { EngagementStatus } from '@ecp/contract/work/engagements';
import type { Transaction } from '@ecp/database/database';

/** Sets the status of an engagement to that of its run (RUN-2). The caller holds the engagement's lock. */
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
