import { ApiError } from '@ecp/contract/declaring/errors';
import type { Attachment } from '@ecp/contract/work/attachments';
import type { RequestContext } from '../../kernel/context.ts';
import { selectAttachment, toAttachment } from './records/attachment-rows.ts';

/**
 * Reads an attachment with a fresh download link, valid for one hour (ATT-9, ATT-10). Error: `not_found`.
 */
export async function getAttachment(
  { services, tenantId }: RequestContext,
  { engagementId, attachmentId }: { engagementId: string; attachmentId: string },
): Promise<{ attachment: Attachment; downloadUrl: string }> {
  const [[row]] = await services.database.batchTenant(tenantId, [
    selectAttachment(tenantId, engagementId, attachmentId),
  ]);
  if (!row) throw new ApiError('not_found');
  const token = services.downloadLinks.sign({ tenantId, attachmentId }, services.clock.now());
  return { attachment: toAttachment(row), downloadUrl: `${services.config.baseUrl}/api/downloads/${token}` };
}
