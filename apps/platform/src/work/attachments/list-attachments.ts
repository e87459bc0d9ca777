import { ApiError } from '@ecp/contract/declaring/errors';
import type { Attachment } from '@ecp/contract/work/attachments';
import type { RequestContext } from '../../kernel/context.ts';
import { selectEngagementExists } from '../engagements/engagement-rows.ts';
import { selectAttachmentsOf, toAttachment } from './records/attachment-rows.ts';

/** Lists an engagement's newest 1,000 attachments, newest first (ATT-4). Error: `not_found`. */
export async function listAttachments(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<{ attachments: Attachment[] }> {
  const [engagements, rows] = await services.database.batchTenant(tenantId, [
    selectEngagementExists(tenantId, engagementId),
    selectAttachmentsOf(tenantId, engagementId),
  ]);
  if (engagements.length === 0) throw new ApiError('not_found');
  return { attachments: rows.map(toAttachment) };
}
