import type { QueryAccess, RunQueryBody } from '@ecp/contract/engine/query-access';
import { stoppedReason } from '../call/gate/calls-in-flight.ts';
import { waitOrAbort } from '../kernel/signals/wait-or-abort.ts';

/** Longest time of one request: a query may run 10 s, and may wait for its turn (contract 10). */
const timeoutMs = 15_000;
/** A result has at most 5 MB. */
const maxBytes = 6 * 1_048_576;
/** Waits before a refused connection is tried again. The platform did not get such a request. */
const retryWaitsMs = [250, 1_000, 2_500];

/** The response of the platform, or why there is none. */
export type PostedQuery = { status: number; body: unknown } | { failure: string };

/**
 * Posts to the platform's queries with the run's capability, within 15 s and 6 MB. Only refused connections are tried
 * again. Returns a failure for everything that gives no JSON, and if `signal` ends the request. Never throws.
 * @param path '' to run a query, `/<id>/verify` to run a recorded one again
 */
export async function postQuery(
  { url, token }: QueryAccess,
  path: string,
  body: RunQueryBody | Record<string, never>,
  signal: AbortSignal,
): Promise<PostedQuery> {
  for (const waitMs of [...retryWaitsMs, null]) {
    try {
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      return { status: response.status, body: JSON.parse(await readText(response)) as unknown };
    } catch (error) {
      if (signal.aborted) return { failure: stoppedReason };
      if (waitMs === null || !isRefusedConnection(error)) return { failure: describe(error) };
      await waitOrAbort(waitMs, signal);
    }
  }
  return { failure: 'The tables could not be reached' };
}

/** The response is larger than a result may be. */
class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

async function readText({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) throw new TooLargeError();
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function isRefusedConnection(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

/** Says in words for the model what happened, without addresses. */
function describe(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError') return `No answer came within ${timeoutMs / 1_000} s. Ask for less at once.`;
  if (name === 'TooLargeError') return 'The result is too large. Sum, group or limit it in SQL.';
  if (name === 'SyntaxError') return 'The tables gave an answer that cannot be read.';
  return 'The tables cannot be reached at the moment.';
}
