import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extensionOf } from '@ecp/contract/work/attachment-types';
import { createId } from '@ecp/database/create-id';
import { makeProcessFolder } from '@ecp/sandbox/process-folders';
import type { DurableInputs } from '../../kernel/durable-work/durable-work.ts';
import type { Services } from '../../kernel/services.ts';
import { ObjectMissingError } from '../../kernel/storage/object-storage.ts';
import { lockEngagementIfThere } from '../engagements/engagement-rows.ts';
import { type AttachmentRow, attachmentColumns } from '../sources/attachment-rows.ts';
import {
  type AttachmentText,
  chunkSections,
  saveChunks,
  saveImages,
} from '../sources/extraction.ts';
import {
  type Extraction,
  imageExtensions,
  type RenderedImages,
} from '../text-extraction/extraction.ts';
import { createTextExtractor, type LocalFile } from '../text-extraction/text-extractor.ts';
import { buildFileTables, mayHoldTables } from './table-building.ts';

/**
 * Reads an attachment's text into the context index, then its tables or images, and notes problems
 * in its summary. Repeatable; nothing for a deleted one. Throws without storage or extractor.
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
  const textExtractor = createTextExtractor(services);
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
    const holdsTables = mayHoldTables(file.extension);
    if (!holdsTables && !mayShow(file, extraction))
      return save(services, tenantId, row, text, noImages);
    // A run that starts meanwhile gets the text.
    await save(services, tenantId, row, { ...text, state: 'pending', notes: [] }, noImages);
    if (holdsTables) {
      await buildFileTables(services, tenantId, row, file);
      return save(services, tenantId, row, { ...text, chunks: null }, noImages);
    }
    const rendered = await textExtractor.extractImages(tenantId, file);
    const unread = rendered?.truncated ? 'Its later pages were not searched for images.' : null;
    const notes = [...text.notes, describeImages(file, rendered), unread];
    await save(services, tenantId, row, { ...text, notes, chunks: null }, rendered ?? noImages);
  });
  if (isRead) return;
  const notes = ['The stored file is missing.'];
  await save(
    services,
    tenantId,
    row,
    { state: 'failed', notes, truncated: false, chunks: [] },
    noImages,
  );
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
    // The engagement is locked before its files everywhere, or this and a deletion could wait for
    // each other.
    if (!(await lockEngagementIfThere(tx, tenantId, engagementId))) return;
    if (!(await saveChunks(tx, tenantId, attachmentId, { ...text, note }))) return;
    await saveImages(tx, tenantId, { engagementId, attachmentId }, images);
    await durable.enqueue(tx, 'refreshAttachmentIndex', createId(), { tenantId, engagementId });
  });
}

/**
 * Copies the stored file for readers that need a local one, then deletes the copy. False if it is
 * missing.
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

/**
 * Tells whether a file may show what its text does not say: a picture, or a PDF with pages that
 * have no text.
 */
function mayShow({ extension }: LocalFile, { state, hasTextlessParts }: Extraction): boolean {
  const isOpen = state === 'empty' || (state === 'extracted' && hasTextlessParts);
  return isOpen && imageExtensions.includes(extension.toLowerCase());
}

const noImages: RenderedImages = { images: [], left: 0, truncated: false };

/**
 * Describes for users which images of a file models that see get; null for a file without images.
 */
function describeImages({ extension }: LocalFile, rendered: RenderedImages | null): string | null {
  const { images, left } = rendered ?? noImages;
  const isPdf = extension.toLowerCase() === '.pdf';
  if (rendered === null || (isPdf && images.length === 0 && left > 0))
    return 'Its images could not be read.';
  if (images.length + left === 0) return null;
  if (images.length === 0) return 'It is too large to be read as an image.';
  if (!isPdf) return 'Models that see read it as an image.';
  const pages =
    left > 0 ? `the first ${images.length} of ${images.length + left}` : `${images.length}`;
  const noun = images.length + left === 1 ? 'page' : 'pages';
  return `Models that see read ${pages} ${noun} without text as images.`;
}
