import { extname } from 'node:path';
import { ApiError } from '@ecp/contract/errors';
import { imageSize } from 'image-size';
import { contradictsExtension } from '../../kernel/storage/file-signature.ts';
import type { IncomingFile } from '../../kernel/uploaded-form.ts';
import type { LogoType } from './branding-rows.ts';

export interface LogoFile {
  bytes: Buffer;
  type: LogoType;
}

/** 1 MB (BRA-2, LIM-6). */
const maxBytes = 1_048_576;
/** What readers and printers of images still open without pain. */
const maxPixels = 25_000_000;

const types: Record<string, LogoType> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.svg': 'image/svg+xml',
};

/**
 * Reads an uploaded logo, which must be what its extension says (BRA-2). Errors: `file_type_unsupported`,
 * `file_too_large`, `file_content_mismatch`.
 */
export async function readLogo({ filename, content }: IncomingFile): Promise<LogoFile> {
  const extension = extname(filename).toLowerCase();
  const type = types[extension];
  if (type === undefined) throw new ApiError('file_type_unsupported', { values: { extension: extension || 'none' } });
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of content) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw new ApiError('file_too_large', { values: { limit: '1 MB' } });
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const mismatch = (cause?: unknown) => new ApiError('file_content_mismatch', { values: { extension }, cause });
  if (sizeBytes === 0 || contradictsExtension(bytes, extension)) throw mismatch();
  if (type !== 'image/svg+xml') checkPixels(bytes, mismatch);
  return { bytes, type };
}

function checkPixels(bytes: Buffer, mismatch: (cause: unknown) => ApiError): void {
  let pixels: number;
  try {
    const { width, height } = imageSize(bytes);
    pixels = width * height;
  } catch (error) {
    throw mismatch(error);
  }
  if (pixels > maxPixels) throw new ApiError('file_too_large', { values: { limit: '25 megapixels' } });
}
