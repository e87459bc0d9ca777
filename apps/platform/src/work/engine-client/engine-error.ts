import { ApiError } from '@ecp/contract/declaring/errors';
import type { RunFailure } from '@ecp/contract/values/run-facts';
import type { EngineUnavailableError } from './engine-client.ts';

/** The failure of a stopped run (RUN-11). */
export const stoppedByUser: RunFailure = { reason: 'stopped', message: 'Stopped by user' };

/** Makes the error `Engine error: <reason>` for a failure of the engine (RUN-6, RUN-15). */
export function engineErrorOf(error: EngineUnavailableError): ApiError {
  return new ApiError('engine_error', { values: { reason: error.message }, cause: error });
}

/** Tells whether the engine refused a start because Stop came before it (packages/contract, engine-api). */
export function wasStoppedFirst(error: EngineUnavailableError): boolean {
  return error.status === 409 && error.code === 'run_stopped';
}

/** Returns the failure of a run whose start the engine refused or did not answer (RUN-6). */
export function startFailure(error: EngineUnavailableError): RunFailure {
  if (wasStoppedFirst(error)) return stoppedByUser;
  return { reason: 'start_failed', message: engineErrorOf(error).message };
}
