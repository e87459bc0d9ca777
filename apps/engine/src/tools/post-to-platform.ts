import { stoppedReason } from '../call/gate/calls-in-flight.ts';
import { waitOrAbort } from '../kernel/waiting.ts';

/**
 * Waits before a refused connection is tried again. The platform did not get such a request. Together they are longer
 * than a restart of the platform.
 */
const retryWaitsMs = [250, 1_000, 2_500, 5_000, 10_000, 20_000];

/** The response of the platform, or why there is none, as a sentence for the model. */
export type PlatformAnswer = { status: number; body: unknown } | { failure: string };

/** A run's access to a service of the platform: its address and token, limits, and words for failures. */
export interface PlatformAccess {
  url: string;
  token: string;
  timeoutMs: number;
  maxBytes: number;
  /** The service as the subject of a sentence: "The tables". */
  subject: string;
  /** Advice to the model after an answer that is too late or too large. */
  advice: { late: string; large: string };
}

/**
 * Posts JSON to the platform with the run's capability. Only refused connections are tried again. Returns a failure for
 * everything that gives no JSON, and if `signal` ends the request. Never throws.
 */
export async function postToPlatform(
  access: PlatformAccess,
  path: string,
  body: Record<string, unknown>,
  signal: AbortSignal,
): Promise<PlatformAnswer> {
  for (const waitMs of [...retryWaitsMs, null]) {
    try {
      const response = await fetch(`${access.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(access.timeoutMs)]),
      });
      return { status: response.status, body: JSON.parse(await readText(response, access.maxBytes)) as unknown };
    } catch (error) {
      if (signal.aborted) return { failure: stoppedReason };
      if (waitMs === null || !isRefusedConnection(error)) return { failure: describe(error, access) };
      await waitOrAbort(waitMs, signal);
    }
  }
  return { failure: `${access.subject} could not be reached.` };
}

/** The response is larger than a result may be. */
class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

async function readText({ body }: Response, maxBytes: number): Promise<string> {
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
function describe(error: unknown, { subject, timeoutMs, advice }: PlatformAccess): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError') return `No answer came within ${timeoutMs / 1_000} s. ${advice.late}`;
  if (name === 'TooLargeError') return `The result is too large. ${advice.large}`;
  if (name === 'SyntaxError') return `${subject} gave an answer that cannot be read.`;
  return `${subject} cannot be reached at the moment.`;
}
