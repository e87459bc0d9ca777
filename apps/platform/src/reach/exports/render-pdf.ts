import { ApiError, type ErrorCode } from '@ecp/contract/declaring/errors';
import { DocumentError, type DocumentErrorKind } from '@ecp/documents/reports/document-error';

const codes: Record<DocumentErrorKind, ErrorCode> = {
  too_large: 'document_too_large',
  timeout: 'service_unavailable',
  busy: 'service_unavailable',
  failed: 'internal_error',
};

/**
 * Waits for a document and maps its failures to API errors: `document_too_large`, `service_unavailable` after a timeout
 * or when too many wait, `internal_error`; `request_timeout` when the caller has disconnected.
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
