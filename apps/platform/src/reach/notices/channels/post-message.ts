import { OutboundError } from '../../../kernel/outbound/addresses.ts';
import type { Services } from '../../../kernel/services.ts';

/** The outcome of one post. */
export interface PostResult {
  statusCode: number | null;
  durationMs: number;
  /** Why the post counts as failed; null if the channel took it. */
  error: string | null;
  /** False if the same post could only fail again. */
  mayRetry: boolean;
}

const timeoutMs = 10_000;
const maxBodyBytes = 4_000;

/**
 * Posts a message to a channel's address through the guard of outbound requests; a fault of the receiver is a result.
 * Its answer is never shown, because it may repeat the address. Throws the signal's reason when it aborts.
 */
export async function postMessage(
  { outbound, log }: Pick<Services, 'outbound' | 'log'>,
  { url, body }: { url: string | null; body: string },
  signal?: AbortSignal,
): Promise<PostResult> {
  if (url === null) {
    const error = 'The address cannot be read with this SECRET_KEY: set it again';
    return { statusCode: null, durationMs: 0, error, mayRetry: false };
  }
  const startedMs = performance.now();
  try {
    const { status, durationMs } = await outbound.request({
      ...{ url, method: 'POST', body, timeoutMs, maxBodyBytes, followRedirects: 0 },
      headers: { 'content-type': 'application/json', 'user-agent': 'Service-Notices/1.0' },
      ...(signal ? { signal } : {}),
    });
    const taken = status >= 200 && status < 300;
    const error = taken ? null : `The channel answered ${status}`;
    return { statusCode: status, durationMs, error, mayRetry: status === 408 || status === 429 || status >= 500 };
  } catch (failure) {
    signal?.throwIfAborted();
    const isKnown = failure instanceof OutboundError;
    if (!isKnown) log.error({ err: failure }, 'A post to a notice channel failed unexpectedly');
    const error = isKnown ? failure.message : 'The request failed';
    return { statusCode: null, durationMs: Math.round(performance.now() - startedMs), error, mayRetry: true };
  }
}
