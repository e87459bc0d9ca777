import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk';
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
/** Runs that one process executes at once; further ones wait in the queue. */
const maxConcurrentRuns = 1_000;

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
  const logger = toDbosLogger(services.log);
  defineRunWorkflow(services);
  DBOS.setConfig({
    name: applicationName,
    systemDatabaseUrl: url,
    systemDatabaseSchemaName: schemaName,
    systemDatabasePoolSize: 10,
    // No events, streams or messages of DBOS are used, so nothing needs its notifications.
    useListenNotify: false,
    applicationVersion: engineVersion,
    executorID: services.executorId,
    logger,
  });
  await DBOS.launch();
  await DBOS.registerQueue(runQueue, {
    workerConcurrency: maxConcurrentRuns,
    minPollingIntervalMs: pollingIntervalMs,
    onConflict: 'always_update',
  });
  const client = await DBOSClient.create({
    systemDatabaseUrl: url,
    systemDatabaseSchemaName: schemaName,
    systemDatabasePoolSize: 1,
    applicationName,
    logger,
  });
  return {
    client,
    async close() {
      await DBOS.shutdown({ deregister: true });
      await client.destroy();
    },
  };
}

function toDbosLogger(log: Logger) {
  return {
    debug: (entry: unknown) => log.trace(String(entry)),
    info: (entry: unknown) => log.debug(String(entry)),
    warn: (entry: unknown) => log.warn(String(entry)),
    error: (entry: unknown) => log.error({ err: entry }, String(entry)),
  };
}
