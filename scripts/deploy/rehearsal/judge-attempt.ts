/**
 * The failures that clients may see while a part is stopped (DEP-9). `nothing`: every request succeeds at its first attempt.
 * `interruption`: an attempt may break, or be refused for the moment, and the client library repeats it with success.
 * `files`: the same, for requests of stored files alone. `unkeyed`: a request that cannot carry an `Idempotency-Key` may be
 * refused, because the killed process may have been working on it, so only its sender may repeat it.
 */
export type Tolerance = 'nothing' | 'interruption' | 'files' | 'unkeyed';

/** An attempt of a request that did not succeed. */
export interface FailedAttempt {
  /** Method and path, with `:id` and `:token` in the place of ids. */
  request: string;
  /** The status; null if no answer arrived. */
  status: number | null;
  /** Code of the error of the API; null if the answer has none. */
  code: string | null;
}

/** Returns whether clients may see this attempt while a part with this tolerance is stopped. */
export function isTolerated({ request, status, code }: FailedAttempt, tolerance: Tolerance): boolean {
  if (tolerance === 'nothing') return false;
  if (tolerance === 'unkeyed') return request.startsWith('POST /api/auth/') && code === 'service_unavailable';
  const isOfFiles = /\/(attachments|downloads)\b/.test(request);
  if (tolerance === 'files') return isOfFiles && code === 'service_unavailable';
  // A request whose connection broke may be under way still when it is repeated with its key.
  return status === null || code === 'service_unavailable' || code === 'idempotency_in_progress';
}
