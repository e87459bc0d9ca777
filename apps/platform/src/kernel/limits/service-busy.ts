import { ApiError } from '@ecp/contract/declaring/errors';

/**
 * Makes `service_unavailable` with Retry-After, which refuses requests in a flood so that waits do not grow longer.
 * @param retryAfterMs when to try again, from now
 */
export function serviceBusy({
  retryAfterMs = 10_000,
  cause,
}: {
  retryAfterMs?: number;
  cause?: unknown;
} = {}): ApiError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return new ApiError('service_unavailable', { headers: { 'retry-after': String(seconds) }, cause });
}
