import { APICallError, InvalidResponseDataError, JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import type { Redact } from '@ecp/tracing/redact-secrets';
import type { ModelCallFailure } from './model-call-error.ts';
import { ResponseTooLargeError } from './model-fetch.ts';
import { isOverflow, readRefusedForms } from './read-refusal.ts';
import { StreamedError } from './streamed-error.ts';

/** Facts about the failed call besides the error. */
export interface FailedCall {
  modelId: string;
  timeoutMs: number;
  /** Longest wait for the next byte. Absent for a call without one. */
  idleTimeoutMs?: number;
  /** The signal or limit that ended the call, or null. */
  stoppedBy: 'abort' | 'timeout' | 'idle' | null;
  /** Redacts secrets, because a provider may repeat its key. */
  redact: Redact;
}

/** Error codes of connections that were never established, so that nothing was sent and nothing is billed. */
const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

const anotherModel = 'or choose another model';

/**
 * Classifies an error of a model call: its kind, whether a retry makes sense, what it may have cost, and what to do.
 * Takes any thrown value. The result never contains its prompt, answer, key or headers.
 */
export function classifyCallFailure(error: unknown, call: FailedCall): ModelCallFailure {
  const model = `The model ${call.modelId}`;
  if (call.stoppedBy === 'abort') {
    return {
      kind: 'aborted',
      message: `The call to ${call.modelId} was stopped`,
      retryable: false,
      billing: 'unknown',
    };
  }
  if (call.stoppedBy !== null) {
    const reason =
      call.stoppedBy === 'idle'
        ? `sent nothing for ${(call.idleTimeoutMs ?? 0) / 1_000} s`
        : `did not answer within ${call.timeoutMs / 1_000} s`;
    const message = `${model} ${reason}; try again later ${anotherModel}`;
    return { kind: 'timeout', message, retryable: true, billing: 'unknown' };
  }
  if (findCause(error, (cause) => cause instanceof ResponseTooLargeError) !== null) {
    return invalidOutput(model, 'returned an answer that is too large');
  }
  const isUnreadable = [JSONParseError, TypeValidationError, InvalidResponseDataError].some((type) =>
    type.isInstance(error),
  );
  if (isUnreadable) return invalidOutput(model, 'gave an answer that cannot be read');
  if (APICallError.isInstance(error)) return classifyApiError(error, model, call.redact);
  if (findCause(error, (cause) => typeof readCode(cause) === 'string') !== null) {
    return classifyConnection(error, model);
  }
  if (error instanceof StreamedError) {
    const reason = error.reason === null ? '' : ` (${shorten(call.redact(error.reason))})`;
    const message = `${model} failed at its provider${reason}; try again ${anotherModel}`;
    return { kind: 'provider_failure', message, retryable: true, billing: 'unknown' };
  }
  return {
    kind: 'provider_failure',
    message: `${model} could not be called (${error instanceof Error ? error.name : typeof error}); try again ${anotherModel}`,
    retryable: false,
    billing: 'unknown',
  };
}

function invalidOutput(model: string, reason: string): ModelCallFailure {
  const message = `${model} ${reason}; run the task again ${anotherModel}`;
  return { kind: 'invalid_output', message, retryable: true, billing: 'unknown' };
}

function classifyApiError(error: APICallError, model: string, redact: Redact): ModelCallFailure {
  const status = error.statusCode;
  if (status === undefined || status < 400) return classifyBrokenAnswer(error, model);
  const refused = { retryable: false, billing: 'none' } as const;
  if (status === 429) return classifyRateLimit(error, model);
  if (status === 401 || status === 403) {
    const message = `${model} cannot be used: its provider refuses the API key (HTTP ${status}); check the key in the settings`;
    return { kind: 'unauthorized', message, ...refused };
  }
  if (status === 413 || isOverflow(error)) {
    const message = `The material is too long for ${model.replace('The', 'the')}; shorten the brief or the attachments, ${anotherModel}`;
    return { kind: 'context_overflow', message, ...refused };
  }
  const forms = readRefusedForms(error);
  if (forms.length > 0) {
    const message = `${model} refused the request (HTTP ${status}): ${shorten(redact(error.message) || 'no reason given')}`;
    return { kind: 'refused_form', message, refused: forms, ...refused };
  }
  if (status === 404) {
    const message = `${model} is not known to its provider (HTTP 404); check its id in the model catalogue ${anotherModel}`;
    return { kind: 'unknown_model', message, ...refused };
  }
  if (status === 408 || status === 409 || status >= 500) {
    const message = `${model} failed at its provider (HTTP ${status}); try again in a few minutes ${anotherModel}`;
    const retryAfterMs = readRetryAfterMs(error.responseHeaders);
    return { kind: 'provider_failure', message, retryable: true, retryAfterMs, billing: 'none' };
  }
  const message = `${model} refused the request (HTTP ${status}): ${shorten(redact(error.message) || 'no reason given')}`;
  return { kind: 'refused_request', message, ...refused };
}

function classifyRateLimit(error: APICallError, model: string): ModelCallFailure {
  const outOfCredit = isOutOfCredit(error);
  const retryAfterMs = readRetryAfterMs(error.responseHeaders);
  const wait = retryAfterMs === null ? 'a minute' : `${Math.max(1, Math.ceil(retryAfterMs / 1_000))} s`;
  const message = outOfCredit
    ? `${model} cannot be used: the account at its provider has no credit left; add credit ${anotherModel}`
    : `${model} is rate limited by its provider; try again in ${wait} ${anotherModel}`;
  const kind = outOfCredit ? 'unauthorized' : 'rate_limited';
  return { kind, message, retryable: !outOfCredit, retryAfterMs, billing: 'none' };
}

/** Returns true for OpenAI's code, which other servers also use. Such a 429 does not pass. */
function isOutOfCredit({ data }: APICallError): boolean {
  const { error } = (data ?? {}) as { error?: { code?: unknown; type?: unknown } };
  return error?.code === 'insufficient_quota' || error?.type === 'insufficient_quota';
}

/** Classifies a missing answer, and one that broke off or is not JSON. */
function classifyBrokenAnswer(error: APICallError, model: string): ModelCallFailure {
  const hasCode = findCause(error, (cause) => typeof readCode(cause) === 'string') !== null;
  if (!hasCode && error.statusCode !== undefined) return invalidOutput(model, 'gave an answer that cannot be read');
  return classifyConnection(error, model);
}

/** Classifies a connection that could not be made, or broke. */
function classifyConnection(error: unknown, model: string): ModelCallFailure {
  const code = String(readCode(findCause(error, (cause) => typeof readCode(cause) === 'string')));
  if (unreachableCodes.has(code)) {
    const message = `${model} cannot be reached (${code}); check that its server is running and its address is right`;
    return { kind: 'unreachable', message, retryable: true, billing: 'none' };
  }
  const message = `The connection to ${model.replace('The', 'the')} broke before its answer was complete; try again ${anotherModel}`;
  return { kind: 'connection_cut', message, retryable: true, billing: 'unknown' };
}

function findCause(error: unknown, matches: (cause: Error) => boolean): Error | null {
  let current = error;
  for (let depth = 0; current instanceof Error && depth < 10; depth += 1) {
    if (matches(current)) return current;
    current = current.cause;
  }
  return null;
}

function readCode(error: Error | null): unknown {
  return error !== null && 'code' in error ? error.code : undefined;
}

/** Reads Retry-After in seconds or as a date, and OpenAI's retry-after-ms. */
function readRetryAfterMs(headers: Record<string, string> | undefined): number | null {
  const inMs = Number(headers?.['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(inMs) && inMs >= 0) return inMs;
  const value = headers?.['retry-after'];
  if (value === undefined) return null;
  const waitMs = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : null;
}

/** Cuts at a space where there is one: what is left of a cut secret could not be recognised by who knows it. */
function shorten(message: string): string {
  if (message.length <= 300) return message;
  const kept = message.slice(0, 300);
  return `${kept.slice(0, kept.lastIndexOf(' ') + 1).trimEnd() || kept}…`;
}
