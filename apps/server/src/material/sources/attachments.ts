import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { Attachment, AttachmentCategory } from '@ecp/contract/work/attachments';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { type AuditActor, recordAudit } from '../../kernel/audit/record-audit.ts';
import { type OpenContext, type RequestContext, responsibleUserId } from '../../kernel/context.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { openParts, sealParts } from '../../kernel/keys/tokens.ts';
import { recordEvent } from '../../kernel/outbox.ts';
import type { Services } from '../../kernel/services.ts';
import { firstRow } from '../../kernel/sql.ts';
import { type ByteRange, missingAsNotFound } from '../../kernel/storage/object-storage.ts';
import type { UploadedForm } from '../../kernel/uploads.ts';
import { lockEngagement, readOfEngagement } from '../engagements/engagement-rows.ts';
import { recountConflicts } from '../evidence/conflicts.ts';
import { retainQueriedTables } from '../stored-files/retained-tables.ts';
import { endReservation, tablesPrefix } from '../stored-files/stored-files.ts';
import {
  type AttachmentRow,
  attachmentColumns,
  claimName,
  selectAttachment,
  selectAttachmentsOf,
  toAttachment,
} from './attachment-rows.ts';
import { discardFile, type StoredFile, storeFile } from './store-file.ts';

/**
 * Attaches an uploaded file, by default as `reference`. Errors: those of the form, storeFile and
 * commitAttachment.
 */
export async function uploadAttachment(
  context: RequestContext,
  engagementId: string,
  form: UploadedForm<{ category?: AttachmentCategory | undefined; summary?: string | undefined }>,
): Promise<{ attachment: Attachment }> {
  let file: StoredFile | undefined;
  const received = await form
    .receive(async (incoming) => {
      file = await storeFile(context, engagementId, incoming);
      return file;
    })
    .catch(async (error: unknown) => {
      if (file) await discardFile(context, file);
      throw error;
    });
  const { category = 'reference', summary } = received.fields;
  const fields = { category, summary: summary?.trim() || null, sourceUrl: null };
  return commitAttachment(context, engagementId, received.stored, fields);
}

export interface AttachmentFields {
  category: AttachmentCategory;
  summary: string | null;
  sourceUrl: string | null;
}

/** The author of an attachment: a caller, or the platform on behalf of a person. */
interface Attacher extends Pick<RequestContext, 'services' | 'tenantId'> {
  /** The responsible user; null for somebody who has left. */
  uploadedBy: string | null;
  actor: RequestContext | AuditActor;
}

export function attacherOf(context: RequestContext): Attacher {
  const { services, tenantId, principal } = context;
  return { services, tenantId, uploadedBy: responsibleUserId(principal), actor: context };
}

/**
 * Attaches a stored file as the caller; when that fails, the file is deleted. Errors: those of
 * recordAttachment.
 */
export async function commitAttachment(
  context: RequestContext,
  engagementId: string,
  file: StoredFile,
  fields: AttachmentFields,
): Promise<{ attachment: Attachment }> {
  try {
    return await context.commit(async (tx) => ({
      attachment: await recordAttachment(tx, attacherOf(context), engagementId, file, fields),
    }));
  } catch (error) {
    await discardFile(context, file);
    throw error;
  }
}

/**
 * Records a stored file with event, audit entry and the work that reads it, in the caller's
 * transaction; a taken name gets `_1`. The caller deletes the file on failure. Errors: `not_found`,
 * `attachment_limit_reached`, `service_unavailable`.
 */
export async function recordAttachment(
  tx: Transaction,
  attacher: Attacher,
  engagementId: string,
  file: StoredFile,
  fields: AttachmentFields,
): Promise<Attachment> {
  const { services, tenantId } = attacher;
  const attachment = await recordStoredFile(tx, attacher, engagementId, file, fields);
  const { id: attachmentId, filename, category, sizeBytes, sourceUrl } = attachment;
  const about = {
    filename,
    category,
    sizeBytes,
    ...(sourceUrl === undefined ? {} : { sourceUrl }),
  };
  await recordEvent(tx, services, tenantId, 'attachment.uploaded', {
    engagementId,
    attachmentId,
    ...about,
  });
  return attachment;
}

/**
 * Records a stored file in the transaction of a caller, who announces it and deletes the file on
 * failure. Errors: `not_found`, `attachment_limit_reached`, `service_unavailable`.
 */
export async function recordStoredFile(
  tx: Transaction,
  context: Attacher,
  engagementId: string,
  file: StoredFile,
  fields: AttachmentFields,
): Promise<Attachment> {
  const { tenantId, services } = context;
  await lockEngagement(tx, tenantId, engagementId);
  if (!(await endReservation(tx, tenantId, file.reservationId)))
    throw new ApiError('service_unavailable');
  const filename = await claimName(tx, tenantId, engagementId, file.filename);
  const row = await insertAttachment(tx, context, engagementId, { ...file, ...fields, filename });
  const { category, sourceUrl } = fields;
  const about = {
    filename,
    category,
    sizeBytes: file.sizeBytes,
    ...(sourceUrl === null ? {} : { sourceUrl }),
  };
  await recordAudit(tx, context.actor, {
    action: sourceUrl === null ? 'attachment.upload' : 'attachment.fetch',
    resourceType: 'attachment',
    resourceId: row.id,
    metadata: { engagementId, ...about },
  });
  const reading = { tenantId, attachmentId: row.id };
  await services.durable.enqueue(tx, 'extractAttachment', row.id, reading, { partition: tenantId });
  await services.durable.enqueue(tx, 'refreshAttachmentIndex', createId(), {
    tenantId,
    engagementId,
  });
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
  const row = firstRow(rows);
  return row;
}

/** Lists an engagement's newest 1,000 attachments, newest first. Error: `not_found`. */
export async function listAttachments(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<{ attachments: Attachment[] }> {
  const [rows] = await readOfEngagement(services.database, tenantId, engagementId, [
    selectAttachmentsOf(tenantId, engagementId),
  ]);
  return { attachments: rows.map(toAttachment) };
}

/**
 * Reads an attachment with a download link for one hour, which opens nothing once the caller is
 * outside a wall before the engagement. Error: `not_found`.
 */
export async function getAttachment(
  { services, tenantId, principal }: RequestContext,
  { engagementId, attachmentId }: { engagementId: string; attachmentId: string },
): Promise<{ attachment: Attachment; downloadUrl: string }> {
  const [[row]] = await services.database.batchTenant(tenantId, [
    selectAttachment(tenantId, engagementId, attachmentId),
  ]);
  if (!row) throw new ApiError('not_found');
  const target = { tenantId, attachmentId, userId: responsibleUserId(principal) };
  const token = signDownload(services.keys, target, services.clock.now());
  return {
    attachment: toAttachment(row),
    downloadUrl: `${services.config.baseUrl}/api/downloads/${token}`,
  };
}

/**
 * Deletes an attachment with text and tables; its values no longer conflict. The tables that
 * recorded queries have read are retained for them. Durable work deletes the files and updates the
 * manifest. Error: `not_found`.
 */
export async function deleteAttachment(
  context: RequestContext,
  { engagementId, attachmentId }: { engagementId: string; attachmentId: string },
): Promise<{ success: boolean }> {
  const { tenantId, services } = context;
  await context.transaction(async (tx) => {
    await lockEngagement(tx, tenantId, engagementId);
    const place = { engagementId, attachmentId };
    const unneededTables = await retainQueriedTables(tx, tenantId, place);
    const { rows } = await tx.query<{ storage_key: string; filename: string }>({
      name: 'delete_attachment',
      text: `delete from platform.attachments where tenant_id = $1 and engagement_id = $2 and id = $3
        returning storage_key, filename`,
      values: [tenantId, engagementId, attachmentId],
    });
    const [deleted] = rows;
    if (!deleted) throw new ApiError('not_found');
    await recountConflicts(tx, tenantId, engagementId);
    await recordAudit(tx, context, {
      action: 'attachment.delete',
      resourceType: 'attachment',
      resourceId: attachmentId,
      metadata: { engagementId, filename: deleted.filename },
    });
    await services.durable.enqueue(tx, 'deleteStoredFiles', attachmentId, {
      tenantId,
      key: deleted.storage_key,
    });
    const prefix = tablesPrefix(tenantId, engagementId, attachmentId);
    const targets = unneededTables?.map((key) => ({ key })) ?? [{ prefix }];
    for (const [index, target] of targets.entries()) {
      await services.durable.enqueue(tx, 'deleteStoredFiles', `tables-${attachmentId}-${index}`, {
        tenantId,
        ...target,
      });
    }
    await services.durable.enqueue(tx, 'refreshAttachmentIndex', createId(), {
      tenantId,
      engagementId,
    });
  });
  return { success: true };
}

interface AttachmentDownload {
  filename: string;
  mimeType: string;
  sizeBytes: number;
  /** The part that `content` has; null: all of it. */
  range: ByteRange | null;
  content: Readable;
}

/**
 * Opens the file of a signed link. Error: `not_found`, alike for a bad or expired link and a
 * deleted file.
 */
export async function downloadAttachment(
  { services }: OpenContext,
  token: string,
  chooseRange: (sizeBytes: number) => ByteRange | null,
): Promise<AttachmentDownload> {
  const target = readDownload(services.keys, token, services.clock.now());
  if (!target) throw new ApiError('not_found');
  const { tenantId, attachmentId, userId } = target;
  const [[row]] = await services.database
    .seenBy(`user:${userId}`)
    .batchTenant<[AttachmentRow]>(tenantId, [
      {
        name: 'select_download',
        text: `select ${attachmentColumns} from platform.attachments where tenant_id = $1 and id = $2`,
        values: [tenantId, attachmentId],
      },
    ]);
  if (!row) throw new ApiError('not_found');
  const range = chooseRange(row.size_bytes);
  const content = await openContent(services, row.storage_key, range).catch(missingAsNotFound);
  return {
    filename: row.filename,
    mimeType: row.mime_type,
    sizeBytes: row.size_bytes,
    range,
    content,
  };
}

async function openContent(
  { storage }: Services,
  key: string,
  range: ByteRange | null,
): Promise<Readable> {
  return range ? (await storage.getRange(key, range)).content : storage.get(key);
}

interface DownloadTarget {
  tenantId: string;
  attachmentId: string;
  /** Who asked for the link, for a key its maker. */
  userId: string;
}

const linkMs = 3_600_000;
const linkPurpose = 'download links';

/** Makes the token of a link that opens one file for one hour without other credentials. */
export function signDownload(
  keys: KeyRing,
  { tenantId, attachmentId, userId }: DownloadTarget,
  now: Date,
): string {
  const expiry = (now.getTime() + linkMs).toString(36);
  return sealParts(keys, linkPurpose, [
    tenantId,
    attachmentId,
    userId,
    expiry,
    randomBytes(6).toString('base64url'),
  ]);
}

/** Returns the target of a token; null when the token was changed, is not ours or has expired. */
function readDownload(keys: KeyRing, token: string, now: Date): DownloadTarget | null {
  const [tenantId, attachmentId, userId, expiry, nonce] = openParts(keys, linkPurpose, token) ?? [];
  if (!tenantId || !attachmentId || !userId || !expiry || !nonce) return null;
  return Number.parseInt(expiry, 36) > now.getTime() ? { tenantId, attachmentId, userId } : null;
}
