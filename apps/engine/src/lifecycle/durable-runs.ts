import type { ExecutorLease } from '@ecp/database/executor-lease';
import { type DurableQueue, openDurableQueue } from '@ecp/durable-work/durable-queue';
import type pg from 'pg';
import type { EngineServices } from '../call/engine-services.ts';
import { engineVersion, workflowIdOf } from '../kernel/runs.ts';
import { defineRunWorkflow, type RunWorkflowInput } from '../workflow/run-workflow.ts';

/** Interval at which the queue looks for accepted runs. */
const pollMs = 100;
const maxConnections = 10;

/**
 * Launches the durable execution of runs: executes queued runs under `lease`, at most `maxRuns` at once, including
 * paused ones. Call it once in a process.
 */
export async function launchDurableRuns(
  database: { url: string; pooled: boolean },
  services: EngineServices,
  lease: ExecutorLease,
  maxRuns: number,
): Promise<DurableQueue> {
  const closing = new AbortController();
  const { log } = services;
  defineRunWorkflow(services);
  // A tenant gets at most half, because its runs may be paused for days.
  const rules = { concurrency: maxRuns, partitionConcurrency: Math.ceil(maxRuns / 2), pollMs };
  const queue = await openDurableQueue({
    ...{ service: 'engine', ...database, lease, log, maxConnections },
    version: engineVersion,
    queues: { [runQueue]: rules },
    // A run that had begun must not wait for a place again.
    takeOverInto: 'queue without limits',
    closing: closing.signal,
  });
  return {
    ...queue,
    async close() {
      closing.abort();
      await queue.close();
    },
  };
}

/** The queue of runs, with a partition for each tenant. (The queue `runs` of an older release had no partitions.) */
const runQueue = 'tenant-runs';

/** Enqueues a run's durable work in its tenant's partition, in the transaction of `connection`. */
export async function enqueueRun(
  queue: DurableQueue,
  connection: pg.ClientBase,
  input: RunWorkflowInput,
): Promise<void> {
  const work = { queue: runQueue, partition: input.tenantId, workflow: 'run', id: workflowIdOf(input) };
  await queue.enqueue(connection, { ...work, version: engineVersion, input });
}
