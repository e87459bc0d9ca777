import type { FailedAttempt } from './judge-attempt.ts';

/**
 * One attempt of a request, in the phase of the rehearsal in which it ended. One that meets an earlier attempt with its
 * key still at work belongs to the phase in which that one's connection broke.
 */
export interface Attempt extends Omit<FailedAttempt, 'request'> {
  request: string;
  phase: string;
  durationMs: number;
  /** The reason for people; null for an answer below 400. */
  failure: string | null;
}

/** A `fetch` that records each attempt of the client library. */
export interface AttemptRecorder {
  attempts: Attempt[];
  fetch: typeof fetch;
  /** Waits for the end of the attempts that are under way. */
  settle(): Promise<void>;
}

/** An attempt without an answer ends after this time. */
const limitMs = 60_000;

/** Records attempts. `phase` returns the present phase. */
export function recordAttempts(phase: () => string): AttemptRecorder {
  const attempts: Attempt[] = [];
  const underWay = new Set<Promise<unknown>>();
  /** Phases of the first failures by Idempotency-Key. */
  const failedIn = new Map<string, string>();

  async function send(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const startedMs = performance.now();
    const request = `${init.method ?? 'GET'} ${nameIds(new URL(String(input)).pathname)}`;
    const key = new Headers(init.headers).get('idempotency-key') ?? '';
    const add = (seen: Omit<FailedAttempt, 'request'> & { failure: string | null }) => {
      if (seen.failure !== null && key !== '' && !failedIn.has(key)) failedIn.set(key, phase());
      const begunIn = seen.code === 'idempotency_in_progress' ? failedIn.get(key) : undefined;
      const durationMs = performance.now() - startedMs;
      attempts.push({ request, phase: begunIn ?? phase(), durationMs, ...seen });
    };
    const signals = [AbortSignal.timeout(limitMs), ...(init.signal ? [init.signal] : [])];
    try {
      const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) });
      if (response.status < 400) {
        add({ status: response.status, code: null, failure: null });
        return response;
      }
      const text = await response.clone().text();
      add({ status: response.status, code: readCode(text), failure: `${response.status} ${text}` });
      return response;
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      add({ status: null, code: null, failure: String(cause) });
      throw error;
    }
  }

  return {
    attempts,
    fetch: (input, init) => {
      const sent = send(input, init).finally(() => underWay.delete(sent));
      underWay.add(sent);
      return sent;
    },
    async settle() {
      await Promise.allSettled([...underWay]);
    },
  };
}

const nameIds = (path: string) =>
  path.replace(/(\/downloads)\/.*/, '$1/:token').replaceAll(/\/[a-z0-9]{20,}(?=\/|$)/g, '/:id');

function readCode(text: string): string | null {
  try {
    const { code } = JSON.parse(text) as { code?: unknown };
    return typeof code === 'string' ? code : null;
  } catch {
    return null;
  }
}
