import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk';
import { withMigrationLock } from '@ecp/database/migrate';
import pg from 'pg';
import type { Logger } from 'pino';
import type { CallDependencies } from '../calls/make-call.ts';
import { defineRunWorkflow } from './run-workflow.ts';

export const runQueue = 'runs';
/** Pinned: a run begun by one release is finished by the next, as long as its steps keep their names and order. */
export const engineVersion = '1';
const applicationName = 'engine';
const schemaName = 'dbos_engine';
/** How soon an accepted run begins. */
const pollingIntervalMs = 100;
/**
 * Runs that one process has open at once, paused ones included; further ones wait in the queue. An open run is only
 * promises: what bounds the work are the places for calls (`CallLimits.maxConcurrent`).
 */
const maxConcurrentRuns = 10_000;
const maxConnections = 10;
/** A transaction of the durable queue that a stuck process leaves open is ended by Postgres. */
const idleTransactionMs = 60_000;

export interface DurableRuns {
  /** Enqueues runs inside our own transactions. */
  client: DBOSClient;
  close(): Promise<void>;
}

/**
 * Launches the durable execution of runs: recovers what this executor id left unfinished and takes up queued runs. One a
 * process, as DBOS is a singleton.
 */
export async function launchDurableRuns(url: string, services: CallDependencies): Promise<DurableRuns> {
  let closing = false;
  // What a close cuts off is no error: it is taken up at the next start.
  const logger = toDbosLogger(services.log, () => closing);
  const pool = openPool(url, services.log);
  defineRunWorkflow(services);
  DBOS.setConfig({
    name: applicationName,
    systemDatabasePool: pool,
    systemDatabaseUrl: url,
    systemDatabaseSchemaName: schemaName,
    // No events, streams or messages of DBOS are used, so nothing needs its notifications.
    useListenNotify: false,
    applicationVersion: engineVersion,
    executorID: services.executorId,
    logger,
  });
  await withMigrationLock(url, () => DBOS.launch());
  await DBOS.registerQueue(runQueue, {
    workerConcurrency: maxConcurrentRuns,
    minPollingIntervalMs: pollingIntervalMs,
    onConflict: 'always_update',
  });
  const client = await DBOSClient.create({
    systemDatabasePool: pool,
    systemDatabaseUrl: url,
    systemDatabaseSchemaName: schemaName,
    applicationName,
    logger,
  });
  return {
    client,
    async close() {
      closing = true;
      await DBOS.shutdown({ deregister: true });
      await client.destroy();
      await pool.end();
    },
  };
}

/** Our own pool, as the one that DBOS would open queries a busy client, which pg 9 forbids. */
function openPool(url: string, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: idleTransactionMs,
  });
  // DBOS listens to no errors of a connection that is lost between two of its statements: that would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'Lost a connection of the durable queue'));
  });
  pool.on('error', (error) => log.debug({ err: error }, 'An idle connection of the durable queue is replaced'));
  return pool;
}

function toDbosLogger(log: Logger, isClosing: () => boolean) {
  return {
    debug: (entry: unknown) => log.trace(String(entry)),
    info: (entry: unknown) => log.debug(String(entry)),
    warn: (entry: unknown) => (isClosing() ? log.info(String(entry)) : log.warn(String(entry))),
    error: (entry: unknown) => {
      if (isClosing()) log.info(String(entry));
      else log.error({ err: entry }, String(entry));
    },
  };
}
