import { ApiError } from '@ecp/contract/errors';
import type { EngineUnavailableError } from './engine-client.ts';

/** The answer `Engine error: <reason>` for a failure of the engine (specification, Errors). */
export function engineErrorOf(error: EngineUnavailableError): ApiError {
  return new ApiError('engine_error', { values: { reason: error.message }, cause: error });
}
