import {
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from '@ai-sdk/provider';
import type { Redact } from '@ecp/tracing/redact-secrets';
import type { TokenUsage } from './catalog.ts';
import { ResponseTooLargeError } from './model-fetch.ts';
import { cannot, limitReached, overflow } from './refused-parameters.ts';

export type ModelCallErrorKind =
  | 'rate_limited'
  | 'provider_failure'
  /** An empty answer, or one that cannot be read. */
  | 'invalid_output'
  /** `correction` says what is wrong. */
  | 'wrong_shape'
  | 'capped'
  /** The answer ended for a reason that is not known to be a natural end. */
  | 'broken_off'
  | 'withheld'
  | 'context_overflow'
  /** The server refuses the form of the request that `refused` names. */
  | 'refused_form'
  | 'connection_cut'
  | 'timeout'
  | 'unreachable'
  | 'aborted'
  | 'unauthorized'
  | 'unknown_model'
  | 'refused_request';

/** A part of a request that some servers refuse. */
type RefusableForm = 'format' | 'tools' | 'effort';

/**
 * The cost of a failed call: nothing, the counted tokens, or unknown, which counts at the worst
 * case.
 */
type FailedCallBilling = 'none' | 'unknown' | TokenUsage;

/** An answer of a wrong shape and its fault, for the model. */
export interface Correction {
  problem: string;
  answer: string;
  /** False if the answer holds no JSON value. */
  isJson: boolean;
}

interface ModelCallFailure {
  kind: ModelCallErrorKind;
  message: string;
  retryable: boolean;
  retryAfterMs?: number | null;
  billing: FailedCallBilling;
  refused?: RefusableForm[];
  correction?: Correction | null;
}

/**
 * The only error of `generate`. It has no cause, because provider errors contain prompt, answer and
 * headers.
 */
export class ModelCallError extends Error {
  override readonly name = 'ModelCallError';
  readonly kind: ModelCallErrorKind;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  readonly billing: FailedCallBilling;
  readonly refused: RefusableForm[];
  readonly correction: Correction | null;

  constructor(failure: ModelCallFailure) {
    super(failure.message);
    this.kind = failure.kind;
    this.retryable = failure.retryable;
    this.retryAfterMs = failure.retryAfterMs ?? null;
    this.billing = failure.billing;
    this.refused = failure.refused ?? [];
    this.correction = failure.correction ?? null;
  }
}

export interface FailedCall {
  modelId: string;
  timeoutMs: number;
  /** Limits the wait for the next byte. Absent for a call without one. */
  idleTimeoutMs?: number;
  stoppedBy: 'abort' | 'timeout' | 'idle' | null;
  /** Redacts secrets, because a provider may repeat its key. */
  redact: Redact;
}

/**
 * Error codes of connections that were never established, so that nothing was sent and nothing is
 * billed.
 */
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
 * Classifies any thrown value of a model call. The result never contains its prompt, answer, key or
 * headers.
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
  const isUnreadable = [JSONParseError, TypeValidationError, InvalidResponseDataError].some(
    (type) => type.isInstance(error),
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
  if (status === 400 && limitReached.test(textOf(error))) {
    const message = `${model} used up its output limit without an answer; run the task again ${anotherModel}`;
    return { kind: 'capped', message, ...refused, billing: 'unknown' };
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
    const reason = redact(error.message).trim();
    const words = reason === '' ? '' : `: ${shorten(reason)}`;
    const message = `${model} failed at its provider (HTTP ${status})${words}; try again in a few minutes ${anotherModel}`;
    const retryAfterMs = readRetryAfterMs(error.responseHeaders);
    return { kind: 'provider_failure', message, retryable: true, retryAfterMs, billing: 'none' };
  }
  const message = `${model} refused the request (HTTP ${status}): ${shorten(redact(error.message) || 'no reason given')}`;
  return { kind: 'refused_request', message, ...refused };
}

function classifyRateLimit(error: APICallError, model: string): ModelCallFailure {
  const outOfCredit = isOutOfCredit(error);
  const retryAfterMs = readRetryAfterMs(error.responseHeaders);
  const wait =
    retryAfterMs === null ? 'a minute' : `${Math.max(1, Math.ceil(retryAfterMs / 1_000))} s`;
  const message = outOfCredit
    ? `${model} cannot be used: the account at its provider has no credit left; add credit ${anotherModel}`
    : `${model} is rate limited by its provider; try again in ${wait} ${anotherModel}`;
  const kind = outOfCredit ? 'unauthorized' : 'rate_limited';
  return { kind, message, retryable: !outOfCredit, retryAfterMs, billing: 'none' };
}

/** OpenAI's code, which other servers also use. A retry does not help with such a 429. */
function isOutOfCredit({ data }: APICallError): boolean {
  const { error } = (data ?? {}) as { error?: { code?: unknown; type?: unknown } };
  return error?.code === 'insufficient_quota' || error?.type === 'insufficient_quota';
}

function classifyBrokenAnswer(error: APICallError, model: string): ModelCallFailure {
  const hasCode = findCause(error, (cause) => typeof readCode(cause) === 'string') !== null;
  if (!hasCode && error.statusCode !== undefined)
    return invalidOutput(model, 'gave an answer that cannot be read');
  return classifyConnection(error, model);
}

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
  const waitMs = /^\d+(\.\d+)?$/.test(value)
    ? Number(value) * 1_000
    : Date.parse(value) - Date.now();
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : null;
}

/** Cuts at a space, because the rest of a cut secret could not be redacted. */
function shorten(message: string): string {
  if (message.length <= 300) return message;
  const kept = message.slice(0, 300);
  return `${kept.slice(0, kept.lastIndexOf(' ') + 1).trimEnd() || kept}…`;
}

/** Characters of a provider's error body that are read. */
const maxBodyLength = 4_000;

const namesOf: Readonly<Record<RefusableForm, RegExp>> = {
  format:
    /response.?format|json.?schema|json.?object|json.?mode|structured.?output|output_(config|format)|mime.?type|guided|\bschema\b/i,
  tools: /\btools?\b|tool_choice|tool.?call|tool.?use|function.?call|roles must alternate/i,
  effort: /reasoning|\beffort\b|\bthinking\b/i,
};

/**
 * Returns the refused forms: any 4xx counts, and a 500 or 501 that says that the server does not
 * support them.
 */
function readRefusedForms(error: APICallError): RefusableForm[] {
  const text = textOf(error);
  const status = error.statusCode ?? 0;
  const passes = status === 408 || status === 409 || status > 501;
  if (passes || (status >= 500 && !cannot.test(text))) return [];
  return (['format', 'tools', 'effort'] as const).filter((form) => namesOf[form].test(text));
}

function isOverflow(error: APICallError): boolean {
  return [400, 413, 422].includes(error.statusCode ?? 0) && overflow.test(textOf(error));
}

function textOf({ message, responseBody = '' }: APICallError): string {
  return `${message}\n${responseBody.slice(0, maxBodyLength)}`;
}

/** An error within the stream of an answer. `reason` is the provider's sentence, or null. */
export class StreamedError extends Error {
  override readonly name = 'StreamedError';
  readonly reason: string | null;

  constructor(sent: unknown) {
    super('The provider sent an error within its answer', { cause: sent });
    this.reason = readReason(sent);
  }
}

function readReason(sent: unknown): string | null {
  if (typeof sent === 'string') return sent;
  const hasMessage = typeof sent === 'object' && sent !== null && 'message' in sent;
  return hasMessage && typeof sent.message === 'string' ? sent.message : null;
}
