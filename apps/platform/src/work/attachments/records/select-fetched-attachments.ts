import type { Statement } from '@ecp/database/statement';
import { type AttachmentRow, attachmentColumns } from './attachment-rows.ts';

/** An attachment that came from a URL. */
export type FetchedAttachmentRow = AttachmentRow & { source_url: string };

/** Selects the attachments of an engagement that came from a URL, or from `url` alone, oldest first. */
export function selectFetchedAttachments(
  tenantId: string,
  engagementId: string,
  url?: string,
): Statement<FetchedAttachmentRow> {
  return {
    name: 'select_fetched_attachments',
    text: `select ${attachmentColumns} from platform.attachments
      where tenant_id = $1 and engagement_id = $2 and source_url is not null and ($3::text is null or source_url = $3)
      order by created_at, id`,
    values: [tenantId, engagementId, url ?? null],
  };
}
