import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { extensionOf } from '@ecp/contract/work/attachment-types';
import type { ExtractionState } from '@ecp/contract/work/attachments';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { makeProcessFolder } from '@ecp/sandbox/process-folders';
import type { DurableInputs } from '../../kernel/durable-work/durable-work.ts';
import type { Services } from '../../kernel/services.ts';
import { ObjectMissingError } from '../../kernel/storage/object-storage.ts';
import {
  type ExtractedSection,
  type Extraction,
  imageExtensions,
  type RenderedImage,
  type RenderedImages,
} from '../text-extraction/extraction.ts';
import type { LocalFile } from '../text-extraction/text-extractor.ts';
import { type AttachmentRow, attachmentColumns } from './attachment-rows.ts';

/** Port to the room of tables, which needs this one. */
export interface FileTables {
  /** Tells by its extension whether a file may hold tables. */
  mayHold(extension: string): boolean;
  /** Builds the tables of an attachment, once. Throws while storage or sandbox is unavailable. */
  build(services: Services, tenantId: string, attachment: AttachmentRow, file: LocalFile): Promise<void>;
}

declare module '../../kernel/services.ts' {
  interface Services {
    fileTables: FileTables;
  }
}

/**
 * Reads an attachment: its text into the context index, then its tables or images, and notes in its summary what could
 * not be read (ATT-17, ATT-32, TAB-1). Repeatable; does nothing when the attachment has been deleted. Throws while storage or extractor is unavailable.
 */
export async function extractAttachment(
  services: Services,
  { tenantId, attachmentId }: DurableInputs['extractAttachment'],
): Promise<void> {
  const [[row]] = await services.database.batchTenant<[AttachmentRow]>(tenantId, [
    {
      name: 'select_attachment_to_read',
      text: `select ${attachmentColumns} from platform.attachments where tenant_id = $1 and id = $2`,
      values: [tenantId, attachmentId],
    },
  ]);
  if (!row) return;
  const { textExtractor, fileTables } = services;
  const isRead = await withLocalCopy(services.storage, row, async (file) => {
    const extraction = await textExtractor.extractText(tenantId, file);
    const { chunks, truncated: chunksAreCut } = chunkSections(extraction.sections);
    const cut = chunksAreCut && !extraction.truncated ? 'Only its beginning is indexed.' : null;
    const text = {
      ...extraction,
      notes: [extraction.note, cut],
      truncated: extraction.truncated || chunksAreCut,
      chunks,
    };
    const holdsTables = fileTables.mayHold(file.extension);
    if (!holdsTables && !mayShow(file, extraction)) return save(services, tenantId, row, text, noImages);
    // A run that starts meanwhile gets the text.
    await save(services, tenantId, row, { ...text, state: 'pending', notes: [] }, noImages);
    if (holdsTables) {
      await fileTables.build(services, tenantId, row, file);
      return save(services, tenantId, row, { ...text, chunks: null }, noImages);
    }
    const rendered = await textExtractor.extractImages(tenantId, file);
    const unread = rendered?.truncated ? 'Its later pages were not searched for images.' : null;
    const notes = [...text.notes, describeImages(file, rendered), unread];
    await save(services, tenantId, row, { ...text, notes, chunks: null }, rendered ?? noImages);
  });
  if (isRead) return;
  const notes = ['The stored file is missing.'];
  await save(services, tenantId, row, { state: 'unreadable', notes, truncated: false, chunks: [] }, noImages);
}

type Notes = readonly (string | null)[];

/** Stores what was read of a file, unless it has been deleted. Images replace earlier ones. */
async function save(
  { database, durable }: Services,
  tenantId: string,
  { id: attachmentId, engagement_id: engagementId }: AttachmentRow,
  { notes, ...text }: Omit<AttachmentText, 'note'> & { notes: Notes },
  { images }: RenderedImages,
): Promise<void> {
  const note = notes.filter((sentence) => sentence !== null).join(' ') || null;
  await database.withTenant(tenantId, async (tx) => {
    if (!(await saveChunks(tx, tenantId, attachmentId, { ...text, note }))) return;
    await saveImages(tx, tenantId, { engagementId, attachmentId }, images);
    await durable.enqueue(tx, 'refreshAttachmentIndex', createId(), { tenantId, engagementId });
  });
}

/**
 * Copies the stored file, because readers need a local one, and deletes the copy afterwards. False if it is missing.
 */
async function withLocalCopy(
  storage: Services['storage'],
  { filename, storage_key: key }: AttachmentRow,
  use: (file: LocalFile) => Promise<void>,
): Promise<boolean> {
  const folder = makeProcessFolder('read');
  try {
    const path = join(folder, 'content');
    await pipeline(await storage.get(key), createWriteStream(path));
    await use({ path, extension: extensionOf(filename) });
    return true;
  } catch (error) {
    if (!(error instanceof ObjectMissingError)) throw error;
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Tells whether a file may show what its text does not say: a picture, or a PDF with pages that have no text. */
function mayShow({ extension }: LocalFile, { state, hasTextlessParts }: Extraction): boolean {
  const isOpen = state === 'empty' || (state === 'extracted' && hasTextlessParts);
  return isOpen && imageExtensions.includes(extension.toLowerCase());
}

const noImages: RenderedImages = { images: [], left: 0, truncated: false };

/** Describes for users which images of a file models that see get; null for a file without images. */
function describeImages({ extension }: LocalFile, rendered: RenderedImages | null): string | null {
  const { images, left } = rendered ?? noImages;
  const isPdf = extension.toLowerCase() === '.pdf';
  if (rendered === null || (isPdf && images.length === 0 && left > 0)) return 'Its images could not be read.';
  if (images.length + left === 0) return null;
  if (images.length === 0) return 'It is too large to be read as an image.';
  if (!isPdf) return 'Models that see read it as an image.';
  const pages = left > 0 ? `the first ${images.length} of ${images.length + left}` : `${images.length}`;
  const noun = images.length + left === 1 ? 'page' : 'pages';
  return `Models that see read ${pages} ${noun} without text as images.`;
}

/**
 * A run waits `mostMs` at most for the texts and tables of new files, and looks again after each `lookAgainMs`. A file
 * that is unread for `freshInterval`, such as while the storage is unavailable, no longer delays a run or a check.
 */
export const extractionWait = { mostMs: 30_000, freshInterval: '5 minutes', lookAgainMs: 200 };

/**
 * Waits until the text of all the engagement's files has been read, 30 seconds at most. A run started right after an
 * upload then has its text, and a slow file does not delay the run for long.
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

interface AttachmentText {
  state: ExtractionState;
  note: string | null;
  /** The file holds more text than the chunks. */
  truncated: boolean;
  /** Null to leave what is stored. */
  chunks: Chunk[] | null;
}

const chunksPerStatement = 500;

/** Replaces the stored text of an attachment; returns false when the attachment is deleted. */
async function saveChunks(
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
 * Replaces the stored images of an attachment. An engagement keeps 100 images, those of its newest files. The
 * attachment must exist.
 */
async function saveImages(
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
  // The driver sends one image as bytes. It would turn an array of them into hexadecimal text and block the event loop.
  for (const [ordinal, { location, width, height, bytes }] of images.entries()) {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    await tx.query({
      name: 'insert_image',
      text: `insert into platform.context_images
          (tenant_id, engagement_id, attachment_id, ordinal, location, width, height, sha256, content)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      values: [tenantId, engagementId, attachmentId, ordinal, location, width, height, await hash(bytes), content],
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
export interface ChunkLimits {
  length: number;
  overlap: number;
  count: number;
}

const defaultLimits: ChunkLimits = { length: 1_200, overlap: 150, count: 5_000 };

/** Patterns of places where a chunk may end, best first. */
const boundaries = [/\n\s*\n/g, /[.!?…]["')\]]*\s|[。！？]|\n/g, /\s/g];

/**
 * Cuts sections into passages of about `length` characters. They end with a paragraph, else a sentence, else a word,
 * and repeat the last `overlap` characters of the one before. `truncated` is true when `count` passages are not enough.
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
      if (passage.trim() !== '') chunks.push({ location, position: start + leading, text: passage.trim() });
      start = end >= text.length ? end : nextStart(text, start, end, overlap);
    }
  }
  return { chunks, truncated: false };
}

/** Returns the last good boundary in the second half of the window, else the window's end, never within a character. */
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
