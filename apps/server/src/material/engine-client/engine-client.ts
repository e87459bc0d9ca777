import { ApiError } from '@ecp/contract/declaring/errors';
import type { RunFailure } from '@ecp/contract/values/run-facts';

/**
 * The engine could not be reached, was too slow or responded with an error. `message` may be shown
 * to users.
 */
export class EngineUnavailableError extends Error {
  override readonly name = 'EngineUnavailableError';
  /**
   * The engine's status. Null when there was no response of the engine's own, as when a proxy
   * answered.
   */
  readonly status: number | null;
  /** The engine's code; null without one. */
  readonly code: string | null;
  constructor(
    message: string,
    status: number | null,
    { code, cause }: { code?: string; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.code = code ?? null;
  }
}

export const stoppedByUser: RunFailure = { reason: 'stopped', message: 'Stopped by user' };

/** Makes the error `Engine error: <reason>` for a failure of the engine. */
export function engineErrorOf(error: EngineUnavailableError): ApiError {
  return new ApiError('engine_error', { values: { reason: error.message }, cause: error });
}

/**
 * Tells whether the engine refused a start because Stop came before it (packages/contract,
 * engine-api).
 */
export function wasStoppedFirst(error: EngineUnavailableError): boolean {
  return error.status === 409 && error.code === 'run_stopped';
}

/** Returns the failure of a run whose start the engine refused or did not answer. */
export function startFailure(error: EngineUnavailableError): RunFailure {
  if (wasStoppedFirst(error)) return stoppedByUser;
  return { reason: 'start_failed', message: engineErrorOf(error).message };
}
