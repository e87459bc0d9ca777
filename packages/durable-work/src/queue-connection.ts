import { classifyDatabaseError } from '@ecp/database/classify-database-error';
import { FairPool } from '@ecp/database/fair-pool';
import { keptAlive, limitSilence } from '@ecp/database/limit-silence';
import { makePreparingClient } from '@ecp/database/preparing-client';
import type pg from 'pg';
import { type Service, schemaOf } from './records.ts';

interface Write {
  (message: string): void;
  (details: object, message: string): void;
}
/** The logger of a service. */
export type QueueLog = Record<'trace' | 'debug' | 'info' | 'warn' | 'error', Write>;

/** Connection of a service's durable queue. */
export interface QueueConnection {
  /** Used by the queue only. End it after the queue. */
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
  /** The address is that of a pooler in transaction mode, which refuses settings of a session. */
  pooled?: boolean | undefined;
  /** Name of the sessions in Postgres, by which a takeover ends them. */
  executorId?: string;
  maxConnections: number;
  log: QueueLog;
  /** Aborted when the service closes. Interrupted work continues at the next start, so that is not an error. */
  closing: AbortSignal;
}

/** Time after which Postgres ends a transaction that a stuck process leaves open. */
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

/** Opens our own pool, in which tenants take turns. DBOS's pool would query a busy client, which pg 9 forbids. */
function openQueuePool({ url, pooled, executorId, maxConnections, log }: QueueConnectionOptions): pg.Pool {
  const settings = {
    // A pooler may send consecutive statements of one client over different connections, which know no names of it.
    ...(pooled ? {} : { Client: makePreparingClient() }),
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    ...keptAlive,
    ...(pooled ? {} : { idle_in_transaction_session_timeout: idleTransactionMs }),
    application_name: executorId,
  };
  const pool = new FairPool(settings, notServing);
  limitSilence(pool);
  // DBOS does not listen for the loss of a connection between two of its statements, which would end the process.
  pool.on('connect', (client) => {
    client.query = repeatedInOutages(client.query.bind(client));
    client.on('error', (error) => log.warn({ err: error }, 'Lost a connection of the durable queue'));
  });
  pool.on('error', (error) => log.debug({ err: error }, 'An idle connection of the durable queue is replaced'));
  return pool;
}

type Query = (...args: unknown[]) => unknown;

/**
 * DBOS repeats a statement without end after some of the errors by which a database refuses to serve, and ends the
 * workflow after others, such as those of a read-only one. This gives all of them a code that it knows.
 */
function repeatedInOutages(query: pg.ClientBase['query']): pg.ClientBase['query'] {
  const repeated: Query = (...args) => {
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      args.splice(-1, 1, (error: unknown, result: unknown) => callback(error ? toRepeated(error) : error, result));
    }
    const result = (query as unknown as Query)(...args);
    return result instanceof Promise ? result.catch((error: unknown) => Promise.reject(toRepeated(error))) : result;
  };
  return repeated as unknown as pg.ClientBase['query'];
}

function toRepeated(error: unknown): unknown {
  return classifyDatabaseError(error) === 'other' ? error : notServing(error);
}

/** Makes the error after which DBOS repeats a statement. No connection at all is one, whatever refuses it. */
function notServing(error: unknown): Error {
  return Object.assign(new Error('The database does not serve now', { cause: error }), { code: '08006' });
}

/** Logs DBOS's entries one level lower, because its progress is a detail. */
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
