import type { Readable } from 'node:stream';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { OpenContext } from '../../kernel/context.ts';
import { ObjectMissingError } from '../../kernel/storage/object-storage.ts';
import { type AttachmentRow, attachmentColumns } from './records/attachment-rows.ts';

export interface AttachmentDownload {
  filename: string;
  mimeType: string;
  sizeBytes: number;
  content: Readable;
}

/**
 * Opens the file that a signed link names (ATT-10). Error: `not_found`, the same for an invalid or expired link and for
 * a deleted file.
 */
export async function downloadAttachment({ services }: OpenContext, token: string): Promise<AttachmentDownload> {
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
  const content = await services.storage.get(row.storage_key).catch((error: unknown) => {
    throw error instanceof ObjectMissingError ? new ApiError('not_found', { cause: error }) : error;
  });
  return { filename: row.filename, mimeType: row.mime_type, sizeBytes: row.size_bytes, content };
}
