import { ApiError, type ErrorCode } from '@ecp/contract/declaring/errors';
import { DocumentError, type DocumentErrorKind } from '@ecp/documents/document-error';

const codes: Record<DocumentErrorKind, ErrorCode> = {
  too_large: 'document_too_large',
  timeout: 'service_unavailable',
  busy: 'service_unavailable',
  failed: 'internal_error',
};

/**
 * Waits for a document and puts its failures into the API's terms: `document_too_large`, `service_unavailable` when it
 * took too long or too many wait, `internal_error`; `request_timeout` for a caller who has gone away.
 */
export async function renderPdf(rendering: Promise<Uint8Array>, signal: AbortSignal): Promise<Buffer> {
  try {
    const { buffer, byteOffset, byteLength } = await rendering;
    return Buffer.from(buffer, byteOffset, byteLength);
  } catch (error) {
    if (signal.aborted) throw new ApiError('request_timeout', { cause: error });
    throw error instanceof DocumentError ? new ApiError(codes[error.kind], { cause: error }) : error;
  }
}
