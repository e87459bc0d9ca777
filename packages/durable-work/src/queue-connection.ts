import { FairPool } from '@ecp/database/fair-pool';
import type pg from 'pg';
import { type Service, schemaOf } from './records.ts';

interface Write {
  (message: string): void;
  (details: object, message: string): void;
}
/** The logger of a service. */
export type QueueLog = Record<'trace' | 'debug' | 'info' | 'warn' | 'error', Write>;

/** What a service's durable queue and its client are opened with. */
export interface QueueConnection {
  /** Used by the queue alone: end it after the queue. */
  pool: pg.Pool;
  settings: {
    systemDatabasePool: pg.Pool;
    systemDatabaseUrl: string;
    systemDatabaseSchemaName: string;
    logger: ReturnType<typeof toQueueLogger>;
  };
}

export interface QueueConnectionOptions {
  service: Service;
  url: string;
  maxConnections: number;
  log: QueueLog;
  /** Aborted when the service closes: work that this interrupts is taken up at the next start, so it is no error. */
  closing: AbortSignal;
}

/** Postgres ends a transaction of the queue that a stuck process leaves open. */
const idleTransactionMs = 60_000;

/** Opens the connections of a durable queue. */
export function openQueueConnection(options: QueueConnectionOptions): QueueConnection {
  const pool = openQueuePool(options);
  return {
    pool,
    settings: {
      systemDatabasePool: pool,
      systemDatabaseUrl: options.url,
      systemDatabaseSchemaName: schemaOf(options.service),
      logger: toQueueLogger(options),
    },
  };
}

/** Our own pool: the one that DBOS opens queries a busy client, which pg 9 forbids, and ours lets tenants take turns. */
function openQueuePool({ url, maxConnections, log }: QueueConnectionOptions): pg.Pool {
  const pool = new FairPool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: idleTransactionMs,
  });
  // DBOS does not listen for errors of a connection that is lost between two of its statements: they would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'Lost a connection of the durable queue'));
  });
  pool.on('error', (error) => log.debug({ err: error }, 'An idle connection of the durable queue is replaced'));
  return pool;
}

/** DBOS's entries are logged one level lower: its progress is a detail to us. */
function toQueueLogger({ log, closing }: QueueConnectionOptions) {
  return {
    debug: (entry: unknown) => log.trace(String(entry)),
    info: (entry: unknown) => log.debug(String(entry)),
    warn: (entry: unknown) => log[closing.aborted ? 'info' : 'warn'](String(entry)),
    error: (entry: unknown, metadata?: { error?: unknown }) => {
      if (closing.aborted) log.info(String(entry));
      else log.error({ err: metadata?.error ?? entry }, String(entry));
    },
  };
}
