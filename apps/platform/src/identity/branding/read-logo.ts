import { extname } from 'node:path';
import { ApiError } from '@ecp/contract/declaring/errors';
import { type DrawingFault, DrawingRefusal, inspectDrawing } from '@ecp/documents/drawings/drawings';
import { contradictsExtension } from '../../kernel/storage/file-signature.ts';
import type { IncomingFile } from '../../kernel/uploaded-form.ts';
import type { LogoType } from './branding-rows.ts';

export interface LogoFile {
  bytes: Buffer;
  type: LogoType;
}

/** 1 MB (BRA-2, LIM-6). */
const maxBytes = 1_048_576;
/** Most pixels that image viewers and printers open without trouble. */
const maxPixels = 25_000_000;

/** Tells the person who uploads a valid SVG file why it is refused. */
const reasons: Record<Exclude<DrawingFault, 'malformed'>, string> = {
  entities: 'it declares entities or uses a style sheet outside the file',
  element: 'it contains something other than shapes, text, gradients, masks and pictures, such as a pattern',
  filter: 'it uses a filter effect, such as a blur or a shadow',
  reference: 'it refers to another file, or to an id that it does not contain exactly once',
  style: 'it has a style sheet with something other than rules for classes, ids and elements',
  size: 'it does not state its width and height, or is larger than 20,000 pixels',
  too_complex: 'it is too complex',
};

const types: Record<string, LogoType> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.svg': 'image/svg+xml',
};

/**
 * Reads an uploaded logo. Its content must match its extension (BRA-2), and a drawing must be printable. Errors:
 * `file_type_unsupported`, `file_too_large`, `file_content_mismatch`, `logo_unsupported`.
 */
export async function checkUploadedLogo({ filename, content }: IncomingFile): Promise<LogoFile> {
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
  if (type === 'image/svg+xml') checkDrawing(bytes, mismatch);
  else await checkPixels(bytes, mismatch);
  return { bytes, type };
}

type Mismatch = (cause: unknown) => ApiError;

/** The typesetter inspects each drawing again, because some were stored before this check existed. */
function checkDrawing(bytes: Buffer, mismatch: Mismatch): void {
  try {
    if (inspectDrawing(bytes).hasScript) throw unsupported('it holds a script');
  } catch (error) {
    if (!(error instanceof DrawingRefusal)) throw error;
    throw error.fault === 'malformed' ? mismatch(error) : unsupported(reasons[error.fault], error);
  }
}

async function checkPixels(bytes: Buffer, mismatch: Mismatch): Promise<void> {
  const { imageSize } = await import('image-size');
  let pixels: number;
  try {
    const { width, height } = imageSize(bytes);
    pixels = width * height;
  } catch (error) {
    throw mismatch(error);
  }
  if (pixels > maxPixels) throw new ApiError('file_too_large', { values: { limit: '25 megapixels' } });
}

const unsupported = (reason: string, cause?: unknown) =>
  new ApiError('logo_unsupported', { values: { reason }, cause });
