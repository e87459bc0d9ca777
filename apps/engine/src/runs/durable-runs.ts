import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk';
import { withMigrationLock } from '@ecp/database/migrate';
import { openQueueConnection } from '@ecp/database/queue-connection';
import type { CallDependencies } from '../calls/make-call.ts';
import { defineRunWorkflow } from './run-workflow.ts';

export const runQueue = 'runs';
/** Pinned: a run begun by one release is finished by the next, as long as its steps keep their names and order. */
export const engineVersion = '1';
const service = 'engine';
/** How soon an accepted run begins. */
const pollingIntervalMs = 100;
/**
 * Runs that one process has open at once, paused ones included; further ones wait in the queue. An open run is only
 * promises: what bounds the work are the places for calls (`CallLimits.maxConcurrent`).
 */
const maxConcurrentRuns = 10_000;
const maxConnections = 10;

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
  const closing = new AbortController();
  const { log } = services;
  const { pool, settings } = openQueueConnection({ service, url, maxConnections, log, closing: closing.signal });
  defineRunWorkflow(services);
  DBOS.setConfig({
    ...settings,
    name: service,
    // No events, streams or messages of DBOS are used, so nothing needs its notifications.
    useListenNotify: false,
    applicationVersion: engineVersion,
    executorID: services.executorId,
  });
  await withMigrationLock(url, () => DBOS.launch());
  await DBOS.registerQueue(runQueue, {
    workerConcurrency: maxConcurrentRuns,
    minPollingIntervalMs: pollingIntervalMs,
    onConflict: 'always_update',
  });
  const client = await DBOSClient.create({ ...settings, applicationName: service });
  return {
    client,
    async close() {
      closing.abort();
      await DBOS.shutdown({ deregister: true });
      await client.destroy();
      await pool.end();
    },
  };
}
