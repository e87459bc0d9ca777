import { ApiError } from '@ecp/contract/errors';
import type { EngineUnavailableError } from './engine-client.ts';

/** Error text of a stopped run (RUN-11). */
export const stoppedByUser = 'Stopped by user';

/** The answer `Engine error: <reason>` for a failure of the engine (RUN-6, RUN-15). */
export function engineErrorOf(error: EngineUnavailableError): ApiError {
  return new ApiError('engine_error', { values: { reason: error.message }, cause: error });
}

/** Whether the engine refused a start because Stop came before it (packages/contract, engine-api). */
export function wasStoppedFirst(error: EngineUnavailableError): boolean {
  return error.status === 409 && error.code === 'run_stopped';
}
