import { ApiError, type ErrorCode } from '@ecp/contract/declaring/errors';
import { DocumentError, type DocumentErrorKind } from '@ecp/documents/reports/report-types';
import { serviceBusy } from '../../kernel/limits/refusals.ts';

const codes: Record<Exclude<DocumentErrorKind, 'busy'>, ErrorCode> = {
  too_large: 'document_too_large',
  timeout: 'service_unavailable',
  failed: 'internal_error',
};

/**
 * Waits for a document and maps its failures to API errors: `document_too_large`, `service_unavailable` after a timeout
 * or when too much waits (with Retry-After), `internal_error`; `request_timeout` when the caller has disconnected.
 */
export async function renderPdf(rendering: Promise<Uint8Array>, signal: AbortSignal): Promise<Buffer> {
  try {
    const { buffer, byteOffset, byteLength } = await rendering;
    return Buffer.from(buffer, byteOffset, byteLength);
  } catch (error) {
    if (signal.aborted) throw new ApiError('request_timeout', { cause: error });
    throw error instanceof DocumentError ? toApiError(error, error) : error;
  }
}

function toApiError({ kind, retryAfterMs }: DocumentError, cause: unknown): ApiError {
  if (kind === 'busy') return serviceBusy(retryAfterMs === undefined ? { cause } : { retryAfterMs, cause });
  return new ApiError(codes[kind], { cause });
}
