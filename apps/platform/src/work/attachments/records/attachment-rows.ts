import type { Attachment, AttachmentCategory, ExtractionState } from '@ecp/contract/work/attachments';
import type { Statement } from '@ecp/database/statement';
import { maxAttachments } from './claim-name.ts';

/** A row of platform.attachments. */
export interface AttachmentRow {
  id: string;
  engagement_id: string;
  filename: string;
  mime_type: string;
  size_bytes: number;
  sha256: string;
  category: AttachmentCategory;
  summary: string | null;
  source_url: string | null;
  storage_key: string;
  uploaded_by: string | null;
  extraction_state: ExtractionState;
  extraction_note: string | null;
  /** The file holds more text than was read or indexed. */
  extraction_truncated: boolean;
  created_at: Date;
}

export const attachmentColumns = `id, engagement_id, filename, mime_type, size_bytes, sha256, category, summary,
  source_url, storage_key, uploaded_by, extraction_state, extraction_note,
  extraction_truncated, created_at`;

/**
 * Turns a row into the wire form. The note of the extraction is the summary if nobody gave one. It follows the given
 * summary if the text could not be read or was truncated (ATT-17).
 */
export function toAttachment(row: AttachmentRow): Attachment {
  const isWhole = row.extraction_state === 'extracted' && !row.extraction_truncated;
  const note = row.summary !== null && isWhole ? null : row.extraction_note;
  const said = [row.summary, note].filter((text) => text !== null);
  return {
    id: row.id,
    filename: row.filename,
    mimeType: row.mime_type,
    sizeBytes: row.size_bytes,
    category: row.category,
    summary: said.length > 0 ? said.join(' ') : null,
    extraction: row.extraction_state,
    ...(row.source_url === null ? {} : { sourceUrl: row.source_url }),
    uploadedBy: row.uploaded_by,
    createdAt: row.created_at.toISOString(),
  };
}

/** Selects one attachment of an engagement. */
export function selectAttachment(
  tenantId: string,
  engagementId: string,
  attachmentId: string,
): Statement<AttachmentRow> {
  return {
    name: 'select_attachment',
    text: `select ${attachmentColumns} from platform.attachments
      where tenant_id = $1 and engagement_id = $2 and id = $3`,
    values: [tenantId, engagementId, attachmentId],
  };
}

/** Selects an engagement's attachments, newest first, up to the limit of an engagement. */
export function selectAttachmentsOf(tenantId: string, engagementId: string): Statement<AttachmentRow> {
  return {
    name: 'select_attachments_of',
    text: `select ${attachmentColumns} from platform.attachments
      where tenant_id = $1 and engagement_id = $2 order by created_at desc, id desc limit $3`,
    values: [tenantId, engagementId, maxAttachments],
  };
}
