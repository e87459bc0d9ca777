import { ApiError } from '@ecp/contract/declaring/errors';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { engagementPrefix } from '../attachments/storing/storage-keys.ts';
import { deleteCardsOf } from '../cards/delete-cards.ts';
import { lockEngagement } from '../engagements/engagement-rows.ts';
import { listUnconfirmedRuns } from '../runs/records/list-unconfirmed-runs.ts';

/**
 * Deletes an engagement with its runs, deliverables and attachments permanently. Durable work erases the engine's data
 * and the stored files. Released cards of the library stay, and so does the month's count of created engagements
 * (ENG-22, LIM-3). Errors: `not_found`; `engagement_running` while a run is running or paused.
 */
export async function deleteEngagement(context: RequestContext, engagementId: string): Promise<{ success: true }> {
  const { tenantId, services } = context;
  await context.transaction(async (tx) => {
    const engagement = await lockEngagement(tx, tenantId, engagementId);
    if (!engagement) throw new ApiError('not_found');
    if (engagement.status === 'running' || engagement.status === 'paused') throw new ApiError('engagement_running');
    const runIds = await listUnconfirmedRuns(tx, tenantId, engagementId);
    await deleteCardsOf(tx, tenantId, engagementId);
    await tx.query({
      name: 'delete_engagement',
      text: 'delete from platform.engagements where tenant_id = $1 and id = $2',
      values: [tenantId, engagementId],
    });
    await recordAudit(tx, context, {
      action: 'engagement.delete',
      resourceType: 'engagement',
      resourceId: engagementId,
      metadata: { name: engagement.name },
    });
    await services.durable.enqueue(tx, 'eraseEngineData', `erase-${engagementId}`, { tenantId, engagementId, runIds });
    const prefix = engagementPrefix(tenantId, engagementId);
    await services.durable.enqueue(tx, 'deleteStoredFiles', `engagement-${engagementId}`, { prefix });
  });
  return { success: true };
}
