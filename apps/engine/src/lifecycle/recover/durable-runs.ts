import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk';
import { withMigrationLock } from '@ecp/database/migrate';
import { openQueueConnection } from '@ecp/database/queue-connection';
import type { CallDependencies } from '../../call/make-call.ts';
import { engineVersion } from '../../kernel/runs/engine-version.ts';
import { runQueue } from '../start/enqueue-run.ts';
import { defineRunWorkflow } from '../../workflow/run-workflow.ts';

const service = 'engine';
/** How soon an accepted run begins. */
const pollingIntervalMs = 100;
const maxConnections = 10;

export interface DurableRuns {
  /** Enqueues runs inside our own transactions. */
  client: DBOSClient;
  close(): Promise<void>;
}

/**
 * Launches the durable execution of runs: recovers what this executor id left unfinished and takes up queued runs, at most
 * `maxRuns` at once, paused ones included. One a process, as DBOS is a singleton.
 */
export async function launchDurableRuns(
  url: string,
  services: CallDependencies,
  maxRuns: number,
): Promise<DurableRuns> {
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
    workerConcurrency: maxRuns,
    // The other half is for others: a tenant's runs may be paused for days.
    partitionWorkerConcurrency: Math.ceil(maxRuns / 2),
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
