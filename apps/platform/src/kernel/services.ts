import type { Database } from '@ecp/database/database';
import type { DocumentRenderer } from '@ecp/documents/document-renderer';
import type { FastifyBaseLogger } from 'fastify';
import type { PlatformConfig } from './settings/platform-config.ts';

/**
 * What verbs need from the outside; main.ts and tests open it, buildApp receives it. A room that defines a port adds it
 * here by declaration merging, as Fastify's plugins do: so this floor names no room above it.
 */
export interface Services {
  config: PlatformConfig;
  database: Database;
  /** Prints PDFs in child processes. */
  documents: DocumentRenderer;
  /** The installation's secret: derive a key for each purpose. */
  secretKey: string;
  clock: { now(): Date };
  log: FastifyBaseLogger;
}
