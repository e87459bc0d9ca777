import { type DurableQueue, openDurableQueue } from '@ecp/durable-work/durable-queue';
import type { CallDependencies } from '../../call/types/model-call.ts';
import type { EngineConfig } from '../../config.ts';
import { engineVersion } from '../../kernel/runs/engine-version.ts';
import { defineRunWorkflow } from '../../workflow/run-workflow.ts';
import { runQueue } from '../start/enqueue-run.ts';

/** Interval at which the queue looks for accepted runs. */
const pollMs = 100;
const maxConnections = 10;

/**
 * Launches the durable execution of runs: recovers the unfinished work of this executor id and executes queued runs, at
 * most `maxRuns` at once, including paused ones. Call it once in a process.
 */
export async function launchDurableRuns(
  { databaseUrl: url, databaseDirectUrl: directUrl }: Pick<EngineConfig, 'databaseUrl' | 'databaseDirectUrl'>,
  services: CallDependencies,
  maxRuns: number,
): Promise<DurableQueue> {
  const closing = new AbortController();
  const { log, executorId } = services;
  defineRunWorkflow(services);
  // A tenant gets at most half, because its runs may be paused for days.
  const rules = { concurrency: maxRuns, partitionConcurrency: Math.ceil(maxRuns / 2), pollMs };
  const queue = await openDurableQueue({
    ...{ service: 'engine', url, directUrl, executorId, log, maxConnections },
    version: engineVersion,
    queues: { [runQueue]: rules },
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
