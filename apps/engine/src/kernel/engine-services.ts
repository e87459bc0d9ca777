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
