import { ApiError } from '@ecp/contract/declaring/errors';
import { createId } from '@ecp/database/create-id';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { countConflicts } from '../deliverables/figures/count-conflicts.ts';
import { lockEngagement } from '../engagements/engagement-rows.ts';
import { tablesPrefix } from './storing/storage-keys.ts';

/**
 * Deletes an attachment with its text and tables at once; conflicts of its values no longer count (CON-4). Durable work then deletes the stored file and the Parquet of
 * the tables, and updates the manifest (ATT-11, ATT-18, TAB-10). Error: `not_found`.
 */
export async function deleteAttachment(
  context: RequestContext,
  { engagementId, attachmentId }: { engagementId: string; attachmentId: string },
): Promise<{ success: boolean }> {
  const { tenantId, services } = context;
  await context.transaction(async (tx) => {
    if (!(await lockEngagement(tx, tenantId, engagementId))) throw new ApiError('not_found');
    const { rows } = await tx.query<{ storage_key: string; filename: string }>({
      name: 'delete_attachment',
      text: `delete from platform.attachments where tenant_id = $1 and engagement_id = $2 and id = $3
        returning storage_key, filename`,
      values: [tenantId, engagementId, attachmentId],
    });
    const [deleted] = rows;
    if (!deleted) throw new ApiError('not_found');
    await countConflicts(tx, tenantId, engagementId);
    await recordAudit(tx, context, {
      action: 'attachment.delete',
      resourceType: 'attachment',
      resourceId: attachmentId,
      metadata: { engagementId, filename: deleted.filename },
    });
    await services.durable.enqueue(tx, 'deleteStoredFiles', attachmentId, { key: deleted.storage_key });
    const prefix = tablesPrefix(tenantId, engagementId, attachmentId);
    await services.durable.enqueue(tx, 'deleteStoredFiles', `tables-${attachmentId}`, { prefix });
    await services.durable.enqueue(tx, 'refreshAttachmentIndex', createId(), { tenantId, engagementId });
  });
  return { success: true };
}
