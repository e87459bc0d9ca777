import type { Database } from '@ecp/database/database';
import type { DocumentRenderer } from '@ecp/documents/document-renderer';
import type { WordFiles } from '@ecp/documents/word/word-files';
import type { Redact } from '@ecp/tracing/redact-secrets';
import type { FastifyBaseLogger } from 'fastify';
import type { PlatformConfig } from './settings.ts';

/**
 * The services that verbs use. main.ts and tests open them, buildApp receives them. A feature that defines a port adds
 * it by declaration merging, as Fastify's plugins do, so that the kernel names no feature.
 */
export interface Services {
  config: PlatformConfig;
  database: Database;
  /** Renders PDFs in child processes. */
  documents: DocumentRenderer;
  /** Writes and reads Word files in child processes. */
  wordFiles: WordFiles;
  /** Removes the secrets of this installation from texts that come from outside. */
  redact: Redact;
  clock: { now(): Date };
  log: FastifyBaseLogger;
}
