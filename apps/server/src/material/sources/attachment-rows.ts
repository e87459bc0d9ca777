import { ApiError } from '@ecp/contract/declaring/errors';
import { extensionOf } from '@ecp/contract/work/attachment-types';
import type {
  Attachment,
  AttachmentCategory,
  ExtractionState,
} from '@ecp/contract/work/attachments';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { type ExportPart, pageOf } from '../../kernel/export-part.ts';

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
 * Turns a row into the wire form; the extraction's note is the summary, or follows the given one on
 * a problem.
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
    truncated: row.extraction_truncated,
    ...(row.source_url === null ? {} : { sourceUrl: row.source_url }),
    uploadedBy: row.uploaded_by,
    createdAt: row.created_at.toISOString(),
  };
}

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
export function selectAttachmentsOf(
  tenantId: string,
  engagementId: string,
): Statement<AttachmentRow> {
  return {
    name: 'select_attachments_of',
    text: `select ${attachmentColumns} from platform.attachments
      where tenant_id = $1 and engagement_id = $2 order by created_at desc, id desc limit $3`,
    values: [tenantId, engagementId, maxAttachments],
  };
}

/** Limits the attachments of an engagement. This bounds lists, manifests and context indexes. */
const maxAttachments = 1_000;

/** Throws `attachment_limit_reached` when the engagement has its most attachments. */
export async function requireAttachmentRoom(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<void> {
  const { rows } = await tx.query<{ count: number }>({
    name: 'count_attachments',
    text: 'select count(*) from platform.attachments where tenant_id = $1 and engagement_id = $2',
    values: [tenantId, engagementId],
  });
  if ((rows[0]?.count ?? 0) >= maxAttachments) throw limitReached();
}

/**
 * Returns the name, with `_1`, `_2` … if taken, under the engagement's lock. Error:
 * `attachment_limit_reached`.
 */
export async function claimName(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  filename: string,
): Promise<string> {
  const { rows } = await tx.query<{ filename: string }>({
    name: 'list_attachment_names',
    text: 'select filename from platform.attachments where tenant_id = $1 and engagement_id = $2',
    values: [tenantId, engagementId],
  });
  if (rows.length >= maxAttachments) throw limitReached();
  const taken = new Set(rows.map((row) => row.filename));
  const { stem, extension } = splitFilename(filename);
  let name = filename;
  for (let suffix = 1; taken.has(name); suffix += 1) name = `${stem}_${suffix}${extension}`;
  return name;
}

const limitReached = () =>
  new ApiError('attachment_limit_reached', { values: { limit: maxAttachments } });

/** File systems allow 255 bytes. The rest is room for the suffix of a duplicate. */
const maxNameBytes = 240;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
const invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Makes a name for every file system: the path's last part without control and direction marks and
 * refused characters, at most 240 bytes with its extension.
 */
export function cleanFilename(given: string): string {
  const base = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = base
    .replace(invisible, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/(?<![. ])[. ]+$/, '')
    .trim();
  const { stem, extension } = splitFilename(plain);
  const kept = cut(stem.replace(/^[. ]+/, ''), maxNameBytes - Buffer.byteLength(extension));
  return `${kept.trimEnd() || 'file'}${extension}`;
}

/** Splits a name into the parts before and after a suffix. */
function splitFilename(filename: string): { stem: string; extension: string } {
  const { length } = extensionOf(filename);
  const at = length > 0 && length <= 20 ? filename.length - length : filename.length;
  return { stem: filename.slice(0, at), extension: filename.slice(at) };
}

/** Cuts a text after a whole character. */
function cut(text: string, maxBytes: number): string {
  let sizeBytes = 0;
  let kept = '';
  for (const character of text) {
    sizeBytes += Buffer.byteLength(character);
    if (sizeBytes > maxBytes) break;
    kept += character;
  }
  return kept;
}

/** An attachment that came from a URL. */
export type FetchedAttachmentRow = AttachmentRow & { source_url: string };

/**
 * Selects the attachments of an engagement that came from a URL, or from `url` alone, oldest first.
 */
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

export const exportedAttachments: ExportPart<AttachmentRow> = {
  name: 'attachments',
  page: pageOf('platform.attachments', attachmentColumns),
  pageRows: 100,
  toRecord: (row) => ({
    ...toAttachment(row),
    engagementId: row.engagement_id,
    note: 'Metadata only: the content of the file is not part of the export.',
  }),
};
