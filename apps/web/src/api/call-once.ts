import { createIdempotencyKey } from '@ecp/sdk/build-request';
import { isApiError } from '@ecp/sdk/create-client';
import type { CallOptions } from '@ecp/sdk/method-types';

/** Keys of calls without an answer yet, by what they ask for. */
const unanswered = new Map<string, string>();

/**
 * Makes something once, also for who asks for it again after the connection was lost: `what` is made under the same
 * Idempotency-Key until an answer has come (REQ-3), so that the service gives what it has made already.
 */
export async function callOnce<T>(what: readonly unknown[], call: (options: CallOptions) => Promise<T>): Promise<T> {
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
