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
import type { Extraction } from '../../text-extraction/text/extraction.ts';
import { type AttachmentRow, attachmentColumns } from '../records/attachment-rows.ts';
import { makeExtractionFolder } from './extraction-folders.ts';
import { saveChunks } from './save-chunks.ts';

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
  const extraction = await readStoredText(services, tenantId, row);
  const { chunks, truncated: chunksAreCut } = chunkSections(extraction.sections);
  const notes = [extraction.note, chunksAreCut && !extraction.truncated ? 'Only its beginning is indexed.' : null];
  const note = notes.filter((text) => text !== null).join(' ') || null;
  const truncated = extraction.truncated || chunksAreCut;
  await services.database.withTenant(tenantId, async (tx) => {
    const found = await saveChunks(tx, tenantId, attachmentId, { state: extraction.state, note, truncated, chunks });
    const { engagement_id: engagementId } = row;
    if (found) await services.durable.enqueue(tx, 'refreshAttachmentIndex', createId(), { tenantId, engagementId });
  });
}

/** Copies the stored file to a temporary one, because readers need a local file, and deletes the copy afterwards. */
async function readStoredText(
  { storage, textExtractor }: ExtractionServices,
  tenantId: string,
  { filename, storage_key: key }: AttachmentRow,
): Promise<Extraction> {
  const folder = await makeExtractionFolder();
  try {
    const path = join(folder, 'content');
    await pipeline(await storage.get(key), createWriteStream(path));
    return await textExtractor.extractText(tenantId, { path, extension: extensionOf(filename) });
  } catch (error) {
    if (!(error instanceof ObjectMissingError)) throw error;
    return { state: 'unreadable', note: 'The stored file is missing.', sections: [], truncated: false };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
