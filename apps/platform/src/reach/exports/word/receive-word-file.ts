import { ApiError } from '@ecp/contract/declaring/errors';
import { maxWordFileBytes } from '@ecp/contract/reach/exports';
import { extensionOf } from '@ecp/contract/work/attachment-types';
import type { IncomingFile } from '../../../kernel/uploads.ts';
import { refuseWordFile } from './open-word-file.ts';

/** Receives a .docx file, of which nothing is opened here. Errors: `word_file_refused`, `file_too_large`. */
export async function receiveWordFile({ filename, content, expectedBytes }: IncomingFile): Promise<Buffer> {
  if (extensionOf(filename) !== '.docx') throw refuseWordFile('not_word');
  const limit = `${maxWordFileBytes / 1_048_576} MB`;
  if ((expectedBytes ?? 0) > maxWordFileBytes * 1.1) throw new ApiError('file_too_large', { values: { limit } });
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of content) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxWordFileBytes) throw new ApiError('file_too_large', { values: { limit } });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
