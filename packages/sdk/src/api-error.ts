import type { ErrorCode, ErrorDetail } from '@ecp/contract/declaring/errors';

/** What an `ApiError` is made of. */
export interface ApiErrorFields {
  status: number;
  /** `unexpected_answer` when something else than the service answered, for example a proxy. */
  code: ErrorCode | 'unexpected_answer';
  message: string;
  requestId: string | null;
  details: ErrorDetail[];
  retryAfterMs: number | null;
}

/** The service refused or failed (ERR-1). `requestId` names the request in its logs. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ApiErrorFields['code'];
  readonly requestId: string | null;
  /** Which parts of the request are wrong; empty unless it was checked against a schema. */
  readonly details: ErrorDetail[];
  /** How long the service asks to wait; null when it does not. */
  readonly retryAfterMs: number | null;

  constructor({ status, code, message, requestId, details, retryAfterMs }: ApiErrorFields) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.details = details;
    this.retryAfterMs = retryAfterMs;
  }
}

/** No answer came: the connection failed or broke on every attempt (`cause`), or the time was up. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly code: 'connection_failed' | 'timed_out';

  constructor(code: ConnectionError['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Reads an answer that is no success. */
export async function toApiError(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const text = await response.text();
  const body = parseErrorBody(text);
  return new ApiError({
    status,
    code: body?.code ?? 'unexpected_answer',
    message: body?.error ?? `HTTP ${status} ${response.statusText}`.trim(),
    requestId: body?.requestId ?? headers.get('x-request-id'),
    details: body?.details ?? [],
    retryAfterMs: readRetryAfterMs(headers.get('retry-after')),
  });
}

interface ErrorBody {
  error: string;
  code: ErrorCode;
  requestId?: string;
  details?: ErrorDetail[];
}

function parseErrorBody(text: string): ErrorBody | undefined {
  try {
    const parsed = JSON.parse(text) as Partial<ErrorBody> | null;
    return typeof parsed?.error === 'string' && typeof parsed.code === 'string' ? (parsed as ErrorBody) : undefined;
  } catch {
    // A page of a proxy: its status is all that is known.
    return undefined;
  }
}

/** Seconds, or a date as proxies send it. */
function readRetryAfterMs(value: string | null): number | null {
  if (value === null) return null;
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}
