import { runNotFoundCode } from '@ecp/contract/engine/engine-api';

/** A refused request to the engine, with a status, a code for the platform and a message for people. */
export class EngineRequestError extends Error {
  override readonly name = 'EngineRequestError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The error for a run that is unknown or belongs to another tenant. */
export const runNotFound = () => new EngineRequestError(404, runNotFoundCode, 'Not found');
