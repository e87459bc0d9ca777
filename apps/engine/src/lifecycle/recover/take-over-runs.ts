import type { DurableQueue } from '@ecp/durable-work/durable-queue';
import { recoverLostCalls } from '../../call/budget/recover-lost-calls.ts';
import type { EngineServices } from '../../kernel/engine-services.ts';
import { runPeriodically } from '../../kernel/run-periodically.ts';
import { restartOlderRuns } from './restart-older-runs.ts';

/** Interval at which living processes look for runs of dead ones. */
const takeOverMs = 3_000;

type QueueServices = EngineServices & { queue: DurableQueue };

/**
 * Looks every few seconds for runs of dead processes and puts them back into the queue, where any process can take them
 * (LEA-2). Returns a function that ends this.
 */
export function watchDeadExecutors(services: QueueServices): () => Promise<void> {
  const onError = (error: unknown) =>
    services.log.warn({ err: error }, 'The search for runs of dead processes failed and will be repeated');
  return runPeriodically(takeOverMs, () => takeOverRuns(services), onError);
}

/**
 * Puts runs of dead processes back into the queue, where processes of their release find them, and restarts those of
 * older releases under this one.
 */
export async function takeOverRuns(services: QueueServices): Promise<void> {
  const { database, queue, log } = services;
  let lostCalls = 0;
  const taken = await queue.takeOverDeadExecutors(async (executorId) => {
    lostCalls += await recoverLostCalls(database, executorId);
  });
  const works = taken.reduce((sum, dead) => sum + dead.works, 0);
  if (works > 0 || lostCalls > 0) {
    log.warn({ dead: taken, lostCalls }, 'Took over the work of processes that ended; calls in flight count in full');
  }
  const restarted = await restartOlderRuns(services);
  if (restarted > 0) log.info({ restarted }, 'Restarted runs of an older release and kept their finished work');
}
