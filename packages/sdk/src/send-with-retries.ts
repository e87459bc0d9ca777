import { ApiError, ConnectionError, toApiError } from './api-error.ts';
import type { Connection, PreparedRequest } from './build-request.ts';

/** Limits the pause that the client chooses. The service may request a longer one. */
const maxDelayMs = 8_000;

/** Reads a successful answer. Throws if the connection breaks before its end. */
export type ReadResponse<T> = (response: Response) => Promise<T>;

export interface SendOptions {
  signal: AbortSignal | undefined;
  /** Time for the whole call. */
  timeoutMs: number;
}

/**
 * Sends a request. A repeatable one (GET, PUT, DELETE, Idempotency-Key) is sent again after a
 * broken connection, 429, 502 to 504, or while its key is in progress, after a growing random pause
 * or the requested one. Throws `ApiError`, `ConnectionError`, or the signal's reason.
 */
export async function sendWithRetries<T>(
  connection: Connection,
  { url, init }: PreparedRequest,
  read: ReadResponse<T>,
  { signal, timeoutMs }: SendOptions,
): Promise<T> {
  const deadlineMs = performance.now() + timeoutMs;
  for (let attempt = 0; ; attempt++) {
    const expiry = expireAt(deadlineMs, signal);
    let failure: unknown;
    try {
      const response = await connection.fetch(url, { ...init, signal: expiry.signal });
      connection.onAttempt(true);
      // A browser hides the target and the status of a redirect.
      if (response.ok || response.type === 'opaqueredirect' || response.status === 302)
        return await read(response);
      failure = await toApiError(response);
    } catch (error) {
      signal?.throwIfAborted();
      connection.onAttempt(false);
      if (expiry.signal.aborted) throw timedOut(timeoutMs, error);
      failure = error;
    } finally {
      expiry.clear();
    }
    const pauseMs = choosePauseMs(connection, failure, attempt);
    if (attempt >= connection.maxRetries || !mayRepeat(init, failure)) throw toPublicError(failure);
    if (performance.now() + pauseMs >= deadlineMs) throw toPublicError(failure);
    await pause(pauseMs, signal);
  }
}

/** Makes a signal that aborts at the deadline or with the caller's signal, until it is cleared. */
function expireAt(
  deadlineMs: number,
  signal: AbortSignal | undefined,
): { signal: AbortSignal; clear(): void } {
  const expired = new AbortController();
  const remainingMs = deadlineMs - performance.now();
  const timer = Number.isFinite(remainingMs)
    ? setTimeout(() => expired.abort(), Math.max(0, remainingMs))
    : undefined;
  return {
    signal: signal ? AbortSignal.any([signal, expired.signal]) : expired.signal,
    clear: () => clearTimeout(timer),
  };
}

const timedOut = (timeoutMs: number, cause: unknown) =>
  new ConnectionError('timed_out', `No answer within ${timeoutMs} ms`, cause);

function toPublicError(failure: unknown): Error {
  if (failure instanceof ApiError) return failure;
  return new ConnectionError('connection_failed', 'The service could not be reached', failure);
}

const safeMethods = ['GET', 'PUT', 'DELETE'];
const passingStatuses = [429, 502, 503, 504];

function mayRepeat({ method, headers }: PreparedRequest['init'], failure: unknown): boolean {
  if (!safeMethods.includes(method) && !new Headers(headers).has('idempotency-key')) return false;
  if (!(failure instanceof ApiError)) return failure instanceof TypeError;
  // The engine's refusal of a run is recorded, so the caller must decide whether to start it again.
  if (failure.code === 'engine_error' && method === 'POST') return false;
  return failure.code === 'idempotency_in_progress' || passingStatuses.includes(failure.status);
}

/**
 * Returns the milliseconds before the next attempt: doubling and half random, so that clients do
 * not retry in step.
 */
export function choosePauseMs(
  { retryDelayMs }: Connection,
  failure: unknown,
  attempt: number,
): number {
  if (failure instanceof ApiError && failure.retryAfterMs !== null) return failure.retryAfterMs;
  const longestMs = Math.min(maxDelayMs, retryDelayMs * 2 ** attempt);
  return longestMs * (0.5 + Math.random() / 2);
}

/** Waits. Throws the signal's reason if it aborts first. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
