import { ApiError } from '@ecp/contract/declaring/errors';

/** The answer to a flood: it is refused at once instead of making everybody wait longer and longer. */
export function serviceBusy(): ApiError {
  return new ApiError('service_unavailable', { headers: { 'retry-after': '10' } });
}
