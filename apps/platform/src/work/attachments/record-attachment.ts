import { ApiError } from '@ecp/contract/declaring/errors';
import type { Attachment, AttachmentCategory } from '@ecp/contract/work/attachments';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { type AuditActor, recordAudit } from '../../kernel/audit/record-audit.ts';
import { type RequestContext, responsibleUserId } from '../../kernel/context.ts';
import { recordEvent } from '../../kernel/outbox.ts';
import { lockEngagement } from '../engagements/engagement-rows.ts';
import { type AttachmentRow, attachmentColumns, toAttachment } from './records/attachment-rows.ts';
import { claimName } from './records/claim-name.ts';
import { endReservation } from './storing/reserve-storage.ts';
import { discardFile, type StoredFile } from './storing/store-file.ts';

export interface AttachmentFields {
  category: AttachmentCategory;
  summary: string | null;
  sourceUrl: string | null;
}

/** The author of an attachment: a caller, or the platform on behalf of a person. */
export interface Attacher extends Pick<RequestContext, 'services' | 'tenantId' | 'transaction'> {
  /** Runs the recording in one transaction. */
  commit(work: (tx: Transaction) => Promise<{ attachment: Attachment }>): Promise<{ attachment: Attachment }>;
  /** The responsible user; null for somebody who has left. */
  uploadedBy: string | null;
  /** The actor in the audit log. */
  actor: RequestContext | AuditActor;
}

/** Returns the caller as the one who attaches. */
export function attacherOf(context: RequestContext): Attacher {
  return { ...context, uploadedBy: responsibleUserId(context.principal), actor: context };
}

/**
 * Records a stored file as an attachment. The row, event, audit entry, durable work of reading it and the end of its
 * reservation commit together; when that fails, the file is deleted. A taken name gets `_1`, `_2` … (ATT-15). Errors:
 * `not_found` when the engagement has been deleted, `attachment_limit_reached`, `service_unavailable` when the upload
 * took too long.
 */
export async function recordAttachment(
  context: Attacher,
  engagementId: string,
  file: StoredFile,
  fields: AttachmentFields,
): Promise<{ attachment: Attachment }> {
  try {
    return await context.commit(async (tx) => {
      const attachment = await recordStoredFile(tx, context, engagementId, file, fields);
      await announceUpload(tx, context, engagementId, attachment);
      return { attachment };
    });
  } catch (error) {
    await discardFile(context, file);
    throw error;
  }
}

function announceUpload(
  tx: Transaction,
  { services, tenantId }: Attacher,
  engagementId: string,
  { id: attachmentId, filename, category, sizeBytes, sourceUrl }: Attachment,
): Promise<void> {
  const about = { filename, category, sizeBytes, ...(sourceUrl === undefined ? {} : { sourceUrl }) };
  return recordEvent(tx, services, tenantId, 'attachment.uploaded', { engagementId, attachmentId, ...about });
}

/**
 * Records a stored file as an attachment in a transaction of the caller's, who announces it and deletes the file when
 * the transaction fails. Errors: `not_found`, `attachment_limit_reached`, `service_unavailable`.
 */
export async function recordStoredFile(
  tx: Transaction,
  context: Pick<Attacher, 'services' | 'tenantId' | 'uploadedBy' | 'actor'>,
  engagementId: string,
  file: StoredFile,
  fields: AttachmentFields,
): Promise<Attachment> {
  const { tenantId, services } = context;
  if (!(await lockEngagement(tx, tenantId, engagementId))) throw new ApiError('not_found');
  if (!(await endReservation(tx, tenantId, file.reservationId))) throw new ApiError('service_unavailable');
  const filename = await claimName(tx, tenantId, engagementId, file.filename);
  const row = await insertAttachment(tx, context, engagementId, { ...file, ...fields, filename });
  const { category, sourceUrl } = fields;
  const about = { filename, category, sizeBytes: file.sizeBytes, ...(sourceUrl === null ? {} : { sourceUrl }) };
  await recordAudit(tx, context.actor, {
    action: sourceUrl === null ? 'attachment.upload' : 'attachment.fetch',
    resourceType: 'attachment',
    resourceId: row.id,
    metadata: { engagementId, ...about },
  });
  const reading = { tenantId, attachmentId: row.id };
  await services.durable.enqueue(tx, 'extractAttachment', row.id, reading, { partition: tenantId });
  await services.durable.enqueue(tx, 'refreshAttachmentIndex', createId(), { tenantId, engagementId });
  return toAttachment(row);
}

async function insertAttachment(
  tx: Transaction,
  { tenantId, uploadedBy }: Pick<Attacher, 'tenantId' | 'uploadedBy'>,
  engagementId: string,
  file: StoredFile & AttachmentFields,
): Promise<AttachmentRow> {
  const { rows } = await tx.query<AttachmentRow>({
    name: 'insert_attachment',
    text: `insert into platform.attachments (id, tenant_id, engagement_id, filename, mime_type, size_bytes, sha256,
        category, summary, source_url, storage_key, uploaded_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning ${attachmentColumns}`,
    values: [
      createId(),
      tenantId,
      engagementId,
      file.filename,
      file.mimeType,
      file.sizeBytes,
      file.sha256,
      file.category,
      file.summary,
      file.sourceUrl,
      file.storageKey,
      uploadedBy,
    ],
  });
  const [row] = rows;
  if (!row) throw new Error('The insert returned no row');
  return row;
}
