import { ApiError } from '@ecp/contract/declaring/errors';

/** Refuses requests at once in a flood, so that waits do not grow longer and longer. */
export function serviceBusy(): ApiError {
  return new ApiError('service_unavailable', { headers: { 'retry-after': '10' } });
}
