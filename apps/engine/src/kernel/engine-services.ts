import type { Database } from '@ecp/database/database';
import type { Redact } from '@ecp/tracing/redact-secrets';
import type { Logger } from 'pino';

/**
 * What runs need from the process; opened once at start. A room that offers something to all adds it here by declaration
 * merging: so this floor names no room above it.
 */
export interface EngineServices {
  database: Database;
  /** Owner of this process's workflows and calls (docs/architecture.md). */
  executorId: string;
  log: Logger;
  /** Takes the configured secrets out of a text. */
  redact: Redact;
}
