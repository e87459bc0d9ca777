import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extensionOf } from '@ecp/contract/work/attachment-types';
import { createId } from '@ecp/database/create-id';
import type { DurableInputs } from '../../../kernel/durable-work/durable-work.ts';
import type { Services } from '../../../kernel/services.ts';
import { ObjectMissingError } from '../../../kernel/storage/object-storage.ts';
import { chunkSections } from '../../text-extraction/chunk-text.ts';
import type { RenderedImages } from '../../text-extraction/images/image-limits.ts';
import type { Extraction } from '../../text-extraction/text/extraction.ts';
import { type AttachmentRow, attachmentColumns } from '../records/attachment-rows.ts';
import { makeExtractionFolder } from './extraction-folders.ts';
import { saveChunks } from './save-chunks.ts';
import { saveImages } from './save-images.ts';

type ExtractionServices = Pick<Services, 'database' | 'storage' | 'textExtractor' | 'durable'>;

/**
 * Reads the text of an attachment into the context index, and notes in its summary what could not be read (ATT-17).
 * Repeatable; does nothing when the attachment has been deleted. Throws while storage or extractor is unavailable.
 */
export async function extractAttachment(
  services: ExtractionServices,
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
  const { extraction, rendered } = await readStoredFile(services, tenantId, row);
  const { chunks, truncated: chunksAreCut } = chunkSections(extraction.sections);
  const cut = chunksAreCut && !extraction.truncated ? 'Only its beginning is indexed.' : null;
  const notes = [extraction.note, cut, describeImages(rendered)];
  const note = notes.filter((text) => text !== null).join(' ') || null;
  const truncated = extraction.truncated || chunksAreCut;
  await services.database.withTenant(tenantId, async (tx) => {
    const found = await saveChunks(tx, tenantId, attachmentId, { state: extraction.state, note, truncated, chunks });
    const { engagement_id: engagementId } = row;
    if (!found) return;
    const file = { engagementId: row.engagement_id, attachmentId };
    await saveImages(tx, tenantId, file, rendered?.images ?? []);
    await services.durable.enqueue(tx, 'refreshAttachmentIndex', createId(), { tenantId, engagementId });
  });
}

interface FileContent {
  extraction: Extraction;
  /** Null when the images could not be read. */
  rendered: RenderedImages | null;
}

/** Copies the stored file to a temporary one, because readers need a local file, and deletes the copy afterwards. */
async function readStoredFile(
  { storage, textExtractor }: ExtractionServices,
  tenantId: string,
  { filename, storage_key: key }: AttachmentRow,
): Promise<FileContent> {
  const folder = await makeExtractionFolder();
  try {
    const path = join(folder, 'content');
    await pipeline(await storage.get(key), createWriteStream(path));
    const file = { path, extension: extensionOf(filename) };
    const extraction = await textExtractor.extractText(tenantId, file);
    return { extraction, rendered: mayShow(extraction) ? await textExtractor.extractImages(tenantId, file) : noImages };
  } catch (error) {
    if (!(error instanceof ObjectMissingError)) throw error;
    const note = 'The stored file is missing.';
    const none = { sections: [], truncated: false, hasTextlessParts: false };
    return { extraction: { state: 'unreadable', note, ...none }, rendered: noImages };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Tells whether a file may show what its text does not say: one without text, or with pages that have none. */
function mayShow({ state, hasTextlessParts }: Extraction): boolean {
  return state === 'empty' || (state === 'extracted' && hasTextlessParts);
}

const noImages: RenderedImages = { images: [], left: 0 };

/** Says for users what models that see get of a file; null for a file without images. */
function describeImages(rendered: RenderedImages | null): string | null {
  if (rendered === null) return 'Its images could not be read.';
  const { images, left } = rendered;
  if (images.length + left === 0) return null;
  if (images.length === 0) return 'It is too large to be read as an image.';
  if (images[0]?.location === null) return 'Models that see read it as an image.';
  const pages = left > 0 ? `the first ${images.length} of ${images.length + left}` : `${images.length}`;
  const noun = images.length + left === 1 ? 'page' : 'pages';
  return `Models that see read ${pages} ${noun} without text as images.`;
}
