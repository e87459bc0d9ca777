import type { Readable } from 'node:stream';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { OpenContext } from '../../kernel/context.ts';
import type { Services } from '../../kernel/services.ts';
import type { ByteRange } from '../../kernel/storage/object-storage.ts';
import { missingAsNotFound } from '../../kernel/storage/object-storage.ts';
import { type AttachmentRow, attachmentColumns } from './records/attachment-rows.ts';

export interface AttachmentDownload {
  filename: string;
  mimeType: string;
  sizeBytes: number;
  /** The part that `content` has; null: all of it. */
  range: ByteRange | null;
  content: Readable;
}

/**
 * Opens the file that a signed link names (ATT-10). Error: `not_found`, the same for an invalid or expired link and for
 * a deleted file.
 */
export async function downloadAttachment(
  { services }: OpenContext,
  token: string,
  chooseRange: (sizeBytes: number) => ByteRange | null,
): Promise<AttachmentDownload> {
  const target = services.downloadLinks.verify(token, services.clock.now());
  if (!target) throw new ApiError('not_found');
  const { tenantId, attachmentId } = target;
  const [[row]] = await services.database.batchTenant<[AttachmentRow]>(tenantId, [
    {
      name: 'select_download',
      text: `select ${attachmentColumns} from platform.attachments where tenant_id = $1 and id = $2`,
      values: [tenantId, attachmentId],
    },
  ]);
  if (!row) throw new ApiError('not_found');
  const range = chooseRange(row.size_bytes);
  const content = await openContent(services, row.storage_key, range).catch(missingAsNotFound);
  return { filename: row.filename, mimeType: row.mime_type, sizeBytes: row.size_bytes, range, content };
}

async function openContent({ storage }: Services, key: string, range: ByteRange | null): Promise<Readable> {
  return range ? (await storage.getRange(key, range)).content : storage.get(key);
}
