import type { Attachment, AttachmentCategory } from '@ecp/contract/attachments';
import { ApiError } from '@ecp/contract/errors';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../audit-log/record-audit.ts';
import { actorUserId, type RequestContext } from '../context.ts';
import { lockEngagement } from '../engagements/engagement-rows.ts';
import { recordEvent } from '../events/record-event.ts';
import { type AttachmentRow, attachmentColumns, toAttachment } from './attachment-rows.ts';
import { splitFilename } from './clean-filename.ts';
import { endReservation } from './reserve-storage.ts';
import { discardFile, type StoredFile } from './store-file.ts';

export interface AttachmentFields {
  category: AttachmentCategory;
  summary: string | null;
  sourceUrl: string | null;
}

/**
 * Records a stored file as an attachment: row, event, audit and the work of reading it commit together, and its
 * reservation ends there; when that fails the file is deleted again. A taken name gets `_1`, `_2` … (contract, 5).
 * Errors: `not_found` when the engagement was deleted meanwhile, `service_unavailable` when the upload took too long.
 */
export async function recordAttachment(
  context: RequestContext,
  engagementId: string,
  file: StoredFile,
  fields: AttachmentFields,
): Promise<Attachment> {
  try {
    return await context.transaction((tx) => record(tx, context, engagementId, file, fields));
  } catch (error) {
    await discardFile(context, file);
    throw error;
  }
}

async function record(
  tx: Transaction,
  context: RequestContext,
  engagementId: string,
  file: StoredFile,
  fields: AttachmentFields,
): Promise<Attachment> {
  const { tenantId, services } = context;
  if (!(await lockEngagement(tx, tenantId, engagementId))) throw new ApiError('not_found');
  if (!(await endReservation(tx, tenantId, file.reservationId))) throw new ApiError('service_unavailable');
  const filename = await findFreeName(tx, tenantId, engagementId, file.filename);
  const row = await insertAttachment(tx, context, engagementId, { ...file, ...fields, filename });
  const { category, sourceUrl } = fields;
  const about = { filename, category, sizeBytes: file.sizeBytes, ...(sourceUrl === null ? {} : { sourceUrl }) };
  await recordEvent(tx, services, tenantId, 'attachment.uploaded', { engagementId, attachmentId: row.id, ...about });
  await recordAudit(tx, context, {
    action: sourceUrl === null ? 'attachment.upload' : 'attachment.fetch',
    resourceType: 'attachment',
    resourceId: row.id,
    metadata: { engagementId, ...about },
  });
  const reading = { tenantId, attachmentId: row.id };
  await services.durable.enqueue(tx, 'extractAttachment', row.id, reading, { lane: tenantId });
  await services.durable.enqueue(tx, 'refreshAttachmentIndex', createId(), { tenantId, engagementId });
  return toAttachment(row);
}

/** The name itself, or with the first suffix that nobody has; callers hold the engagement's lock. */
async function findFreeName(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  filename: string,
): Promise<string> {
  const { stem, extension } = splitFilename(filename);
  const { rows } = await tx.query<{ name: string }>({
    name: 'find_free_name',
    text: `select name from (
        select n, $3 || case when n = 0 then '' else '_' || n end || $4 as name
        from generate_series(0, (select count(*) from platform.attachments where tenant_id = $1 and engagement_id = $2)) n
      ) candidates
      where not exists (
        select 1 from platform.attachments where tenant_id = $1 and engagement_id = $2 and filename = name)
      order by n limit 1`,
    values: [tenantId, engagementId, stem, extension],
  });
  return rows[0]?.name ?? filename;
}

async function insertAttachment(
  tx: Transaction,
  { tenantId, principal }: RequestContext,
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
      actorUserId(principal),
    ],
  });
  const [row] = rows;
  if (!row) throw new Error('The insert returned no row');
  return row;
}
