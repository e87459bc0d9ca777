import { runNotFoundCode } from '@ecp/contract/engine/engine-api';
import type { Database } from '@ecp/database/database';
import type { Redact } from '@ecp/tracing/redact-secrets';
import type { Logger } from 'pino';

/**
 * The services that runs need from the process. They are opened once at its start. A folder that offers a service adds
 * it here by declaration merging, so that this file imports nothing from folders above it.
 */
export interface EngineServices {
  database: Database;
  /** Id of this process as the owner of its workflows and calls (docs/architecture.md). */
  executorId: string;
  /** True if this process has renewed the lease on its work lately. Reads memory only. */
  leaseHeld(): boolean;
  log: Logger;
  /** Removes the configured secrets from a text. */
  redact: Redact;
}

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
