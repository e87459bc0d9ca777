import { ApiError } from '@ecp/contract/declaring/errors';
import { maxWordFileBytes } from '@ecp/contract/reach/word';
import type { IncomingFile } from '../../../kernel/uploaded-form.ts';

/** Receives a Word file, of which nothing is opened here. Errors: `file_too_large`. */
export async function receiveWordFile({ content, expectedBytes }: IncomingFile): Promise<Buffer> {
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
