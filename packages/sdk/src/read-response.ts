import { ApiError } from './api-error.ts';
import { toDownload } from './download.ts';
import type { Operation } from './operation.ts';

/** A successful answer with its status and headers. */
export interface SuccessResponse<T> {
  data: T;
  status: number;
  headers: Headers;
}

/**
 * Reads a successful answer as its operation declares. Throws an `ApiError` if it is not the
 * service's.
 */
export async function readResponse(
  { answers }: Operation,
  response: Response,
): Promise<SuccessResponse<unknown>> {
  const { status, headers } = response;
  if (answers === 'download') return { data: toDownload(response), status, headers };
  if (answers === 'redirect') return { data: null, status, headers };
  const text = await response.text();
  try {
    return { data: JSON.parse(text) as unknown, status, headers };
  } catch {
    throw new ApiError({
      status,
      code: 'unexpected_answer',
      message: 'The answer is not JSON: something else than the service answered',
      requestId: headers.get('x-request-id'),
      values: {},
      details: [],
      retryAfterMs: null,
    });
  }
}
