import { setTimeout as delay } from 'node:timers/promises';
import type { ExtractionState } from '@ecp/contract/work/attachments';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { Services } from '../../kernel/services.ts';
import type { ExtractedSection, RenderedImage } from '../text-extraction/extraction.ts';

/**
 * The wait for the reading of new files: `mostMs`, with a look each `lookAgainMs`. A file that is
 * unread for `freshInterval`, such as without storage, no longer delays.
 */
export const extractionWait = { mostMs: 30_000, freshInterval: '5 minutes', lookAgainMs: 200 };

/**
 * Waits up to 30 seconds until all files are read, so that a run right after an upload has their
 * text.
 */
export async function waitForExtraction(
  { database }: Pick<Services, 'database'>,
  tenantId: string,
  engagementId: string,
): Promise<void> {
  const endMs = performance.now() + extractionWait.mostMs;
  for (;;) {
    const [rows] = await database.batchTenant(tenantId, [selectUnreadFile(tenantId, engagementId)]);
    if (rows.length === 0 || performance.now() > endMs) return;
    await delay(extractionWait.lookAgainMs);
  }
}

/** Selects a row if a file of the engagement is still being read. */
export function selectUnreadFile(tenantId: string, engagementId: string): Statement<object> {
  return {
    name: 'select_unread_attachment',
    text: `select from platform.attachments
      where tenant_id = $1 and engagement_id = $2 and extraction_state = 'pending'
        and created_at > now() - $3::interval limit 1`,
    values: [tenantId, engagementId, extractionWait.freshInterval],
  };
}

export interface AttachmentText {
  state: ExtractionState;
  note: string | null;
  /** The file holds more text than the chunks. */
  truncated: boolean;
  /** Null to leave what is stored. */
  chunks: Chunk[] | null;
}

const chunksPerStatement = 500;

/** Replaces the stored text of an attachment; returns false when the attachment is deleted. */
export async function saveChunks(
  tx: Transaction,
  tenantId: string,
  attachmentId: string,
  { state, note, truncated, chunks }: AttachmentText,
): Promise<boolean> {
  const { rows } = await tx.query<{ engagement_id: string }>({
    name: 'set_extraction',
    text: `update platform.attachments set extraction_state = $3, extraction_note = $4, extraction_truncated = $5
      where tenant_id = $1 and id = $2 returning engagement_id`,
    values: [tenantId, attachmentId, state, note, truncated],
  });
  const engagementId = rows[0]?.engagement_id;
  if (engagementId === undefined) return false;
  if (chunks === null) return true;
  await tx.query({
    name: 'delete_chunks',
    text: 'delete from platform.context_chunks where tenant_id = $1 and attachment_id = $2',
    values: [tenantId, attachmentId],
  });
  for (let first = 0; first < chunks.length; first += chunksPerStatement) {
    const some = chunks.slice(first, first + chunksPerStatement);
    await tx.query({
      name: 'insert_chunks',
      text: `insert into platform.context_chunks
          (tenant_id, engagement_id, attachment_id, ordinal, location, position, content)
        select $1, $2, $3, * from unnest($4::integer[], $5::text[], $6::integer[], $7::text[])`,
      values: [
        tenantId,
        engagementId,
        attachmentId,
        some.map((_, at) => first + at),
        some.map(({ location }) => location),
        some.map(({ position }) => position),
        some.map(({ text }) => text),
      ],
    });
  }
  return true;
}

/** Five times what a run takes, so that enough images remain when files are deleted. */
const maxImagesOfEngagement = 100;

/**
 * Replaces an attachment's images; an engagement keeps 100, of its newest files. The attachment
 * must exist.
 */
export async function saveImages(
  tx: Transaction,
  tenantId: string,
  { engagementId, attachmentId }: { engagementId: string; attachmentId: string },
  images: readonly RenderedImage[],
): Promise<void> {
  await tx.query({
    name: 'delete_images',
    text: 'delete from platform.context_images where tenant_id = $1 and attachment_id = $2',
    values: [tenantId, attachmentId],
  });
  if (images.length === 0) return;
  // The driver sends one image as bytes. It would turn an array of them into hexadecimal text and
  // block the event loop.
  for (const [ordinal, { location, width, height, bytes }] of images.entries()) {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    await tx.query({
      name: 'insert_image',
      text: `insert into platform.context_images
          (tenant_id, engagement_id, attachment_id, ordinal, location, width, height, sha256, content)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      values: [
        tenantId,
        engagementId,
        attachmentId,
        ordinal,
        location,
        width,
        height,
        await hash(bytes),
        content,
      ],
    });
  }
  await tx.query({
    name: 'delete_old_images',
    text: `delete from platform.context_images
      where tenant_id = $1 and (attachment_id, ordinal) in (
        select i.attachment_id, i.ordinal from platform.context_images i
        join platform.attachments a on a.tenant_id = i.tenant_id and a.id = i.attachment_id
        where i.tenant_id = $1 and i.engagement_id = $2
        order by a.created_at desc, a.id desc, i.ordinal offset $3
      )`,
    values: [tenantId, engagementId, maxImagesOfEngagement],
  });
}

/** Hashes on another thread, because hashing twenty images would block the event loop. */
async function hash(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');
}

/** A passage for the context index. */
interface Chunk {
  /** The location of its section. */
  location: string | null;
  /** The index of its first character in the section's text. */
  position: number;
  text: string;
}

/** The sizes of chunks in characters, and how many there may be. */
interface ChunkLimits {
  length: number;
  overlap: number;
  count: number;
}

const defaultLimits: ChunkLimits = { length: 1_200, overlap: 150, count: 5_000 };

/** Patterns of places where a chunk may end, best first. */
const boundaries = [/\n\s*\n/g, /[.!?…]["')\]]*\s|[。！？]|\n/g, /\s/g];

/**
 * Cuts sections into passages of about `length` characters, at paragraphs, sentences or words,
 * overlapping by `overlap` characters. `truncated` if `count` passages are not enough.
 */
export function chunkSections(
  sections: readonly ExtractedSection[],
  limits: Partial<ChunkLimits> = {},
): { chunks: Chunk[]; truncated: boolean } {
  const { length, overlap, count } = { ...defaultLimits, ...limits };
  const chunks: Chunk[] = [];
  for (const { location, text } of sections) {
    let start = 0;
    while (start < text.length) {
      if (chunks.length >= count) return { chunks, truncated: true };
      const end = endOf(text, start, length);
      const passage = text.slice(start, end);
      const leading = passage.length - passage.trimStart().length;
      if (passage.trim() !== '')
        chunks.push({ location, position: start + leading, text: passage.trim() });
      start = end >= text.length ? end : nextStart(text, start, end, overlap);
    }
  }
  return { chunks, truncated: false };
}

/**
 * Returns the last good boundary in the second half of the window, else the window's end, never
 * within a character.
 */
function endOf(text: string, start: number, length: number): number {
  if (text.length - start <= length * 1.15) return text.length;
  const half = start + Math.floor(length / 2);
  const window = text.slice(half, start + length);
  for (const boundary of boundaries) {
    const last = [...window.matchAll(boundary)].at(-1);
    if (last) return half + last.index + last[0].length;
  }
  return afterWholeCharacter(text, start + length);
}

/** Returns the start of the first word within the overlap. */
function nextStart(text: string, start: number, end: number, overlap: number): number {
  const from = Math.max(end - overlap, start + 1);
  const blank = text.slice(from, end).search(/\s\S/);
  return blank < 0 ? end : from + blank + 1;
}

function afterWholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}
