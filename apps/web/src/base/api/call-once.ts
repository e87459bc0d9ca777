import { createIdempotencyKey } from '@ecp/sdk/build-request';
import { isApiError } from '@ecp/sdk/create-client';
import type { CallOptions } from '@ecp/sdk/method-types';

/** Idempotency keys of calls without a response yet, by what they create. */
const unanswered = new Map<string, string>();

/**
 * Creates something once: calls for the same `what` use one Idempotency-Key until a response
 * arrives.
 */
export async function callOnce<T>(
  what: readonly unknown[],
  call: (options: CallOptions) => Promise<T>,
): Promise<T> {
  const asked = JSON.stringify(what);
  const idempotencyKey = unanswered.get(asked) ?? createIdempotencyKey();
  unanswered.set(asked, idempotencyKey);
  try {
    const made = await call({ idempotencyKey });
    unanswered.delete(asked);
    return made;
  } catch (error) {
    if (isApiError(error) && !isApiError(error, 'idempotency_in_progress', 'unexpected_answer'))
      unanswered.delete(asked);
    throw error;
  }
}
