import { OutboundError } from '../../../kernel/outbound/addresses.ts';
import type { Services } from '../../../kernel/services.ts';
import { signDelivery, type UnsignedDelivery } from './sign-delivery.ts';

/** Result of one attempt. */
export interface AttemptResult {
  /** Whether the status is 2xx. */
  success: boolean;
  /** Null without a complete response. */
  statusCode: number | null;
  /** First 1,000 characters of the response. */
  responseBody: string | null;
  durationMs: number;
  /** Why the attempt counts as failed. */
  error: string | null;
}

const timeoutMs = 10_000;
const keptCharacters = 1_000;
/** Enough for that many characters of four bytes each. */
const maxBodyBytes = 4 * keptCharacters;

/**
 * Sends one signed attempt and returns its result; a fault of the receiver is a result, not an error (WEB-19, WEB-20).
 * Throws the signal's reason when it aborts.
 */
export async function postDelivery(
  { outbound, redact, log }: Services,
  delivery: UnsignedDelivery & { url: string },
  signal?: AbortSignal,
): Promise<AttemptResult> {
  const startedMs = performance.now();
  if (delivery.secrets.length === 0) {
    return failure('The secret cannot be read with this SECRET_KEY: rotate it', 0);
  }
  try {
    const { status, body, durationMs } = await outbound.request({
      url: delivery.url,
      method: 'POST',
      headers: { ...signDelivery(delivery), 'user-agent': 'Service-Webhooks/1.0' },
      body: delivery.body,
      timeoutMs,
      maxBodyBytes,
      followRedirects: 0,
      ...(signal ? { signal } : {}),
    });
    const success = status >= 200 && status < 300;
    const error = success ? null : describeStatus(status);
    return { success, statusCode: status, responseBody: keepText(redact(body.toString('utf8'))), durationMs, error };
  } catch (error) {
    signal?.throwIfAborted();
    const isKnown = error instanceof OutboundError;
    if (!isKnown) log.error({ err: error, deliveryId: delivery.deliveryId }, 'A webhook request failed unexpectedly');
    return failure(isKnown ? redact(error.message) : 'The request failed', Math.round(performance.now() - startedMs));
  }
}

function failure(error: string, durationMs: number): AttemptResult {
  return { success: false, statusCode: null, responseBody: null, durationMs, error };
}

function describeStatus(status: number): string {
  const redirect = status >= 300 && status < 400;
  return `The receiver answered ${status}${redirect ? '; redirects are not followed' : ''}`;
}

/** Cuts a response for storage; Postgres cannot store U+0000. */
function keepText(body: string): string {
  const text = body.replaceAll('\0', '\uFFFD');
  return [...text].slice(0, keptCharacters).join('');
}
