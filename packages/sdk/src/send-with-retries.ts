import { ApiError, ConnectionError, toApiError } from './api-error.ts';
import type { Connection, PreparedRequest } from './build-request.ts';

/** Longest pause that the client chooses by itself; the service may ask for a longer one. */
const maxDelayMs = 8_000;

/** Reads a successful answer; throws when the connection breaks meanwhile. */
export type ReadResponse<T> = (response: Response) => Promise<T>;

export interface SendOptions {
  signal: AbortSignal | undefined;
  /** For the whole call. */
  timeoutMs: number;
}

/**
 * Sends a request until it is answered for good. Where repeating does nothing twice (GET, PUT, DELETE, or under an
 * Idempotency-Key) it is tried again after a broken connection, 429, 502, 503, 504, or while the same key is at work:
 * after a growing and random pause, or the one that the service asks for when it ends before the deadline. Throws
 * `ApiError`, `ConnectionError`, or the signal's reason.
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
      // A browser hides where a redirect leads, and its status.
      if (response.ok || response.type === 'opaqueredirect' || response.status === 302) return await read(response);
      failure = await toApiError(response);
    } catch (error) {
      signal?.throwIfAborted();
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

/** A signal that aborts at the deadline or with the caller's, until it is cleared. */
function expireAt(deadlineMs: number, signal: AbortSignal | undefined): { signal: AbortSignal; clear(): void } {
  const expired = new AbortController();
  const remainingMs = deadlineMs - performance.now();
  const timer = Number.isFinite(remainingMs) ? setTimeout(() => expired.abort(), Math.max(0, remainingMs)) : undefined;
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
  // The engine's refusal of a run is on record: starting it again is for the caller to decide.
  if (failure.code === 'engine_error' && method === 'POST') return false;
  return failure.code === 'idempotency_in_progress' || passingStatuses.includes(failure.status);
}

/** Milliseconds before the next attempt: doubling, half of it random, so that clients do not return in step. */
export function choosePauseMs({ retryDelayMs }: Connection, failure: unknown, attempt: number): number {
  if (failure instanceof ApiError && failure.retryAfterMs !== null) return failure.retryAfterMs;
  const longestMs = Math.min(maxDelayMs, retryDelayMs * 2 ** attempt);
  return longestMs * (0.5 + Math.random() / 2);
}

/** Waits; throws the signal's reason when it aborts first. */
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
