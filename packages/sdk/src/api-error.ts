import type { ErrorCode, ErrorDetail, ErrorValues } from '@ecp/contract/declaring/errors';

/** Fields of an `ApiError`. */
export interface ApiErrorFields {
  status: number;
  /** `unexpected_answer` if something other than the service answered, for example a proxy. */
  code: ErrorCode | 'unexpected_answer';
  message: string;
  requestId: string | null;
  values: ErrorValues;
  details: ErrorDetail[];
  retryAfterMs: number | null;
}

/** The service refused or failed. `requestId` identifies the request in its logs. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ApiErrorFields['code'];
  readonly requestId: string | null;
  /** The numbers and names in the message. */
  readonly values: ErrorValues;
  /** The invalid parts of the request. Empty unless it failed the check against a schema. */
  readonly details: ErrorDetail[];
  /** How long the service asks to wait; null if it does not. */
  readonly retryAfterMs: number | null;

  constructor({ status, code, message, requestId, values, details, retryAfterMs }: ApiErrorFields) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.values = values;
    this.details = details;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * No answer arrived: the connection failed or broke on every attempt (`cause`), or the time was up.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly code: 'connection_failed' | 'timed_out';

  constructor(code: ConnectionError['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Turns an unsuccessful answer into an error. */
export async function toApiError(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const text = await response.text();
  const body = parseErrorBody(text);
  return new ApiError({
    status,
    code: body?.code ?? 'unexpected_answer',
    message: body?.error ?? `HTTP ${status} ${response.statusText}`.trim(),
    requestId: body?.requestId ?? headers.get('x-request-id'),
    values: body?.values ?? {},
    details: body?.details ?? [],
    retryAfterMs: readRetryAfterMs(headers.get('retry-after')),
  });
}

interface ErrorBody {
  error: string;
  code: ErrorCode;
  requestId?: string;
  values?: ErrorValues;
  details?: ErrorDetail[];
}

function parseErrorBody(text: string): ErrorBody | undefined {
  try {
    const parsed = JSON.parse(text) as Partial<ErrorBody> | null;
    return typeof parsed?.error === 'string' && typeof parsed.code === 'string'
      ? (parsed as ErrorBody)
      : undefined;
  } catch {
    // For a page of a proxy, only its status is known.
    return undefined;
  }
}

/** Reads seconds, or a date, which proxies send. */
function readRetryAfterMs(value: string | null): number | null {
  if (value === null) return null;
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}
