import type { DurableQueue } from '@ecp/durable-work/durable-queue';
import { recoverLostCalls } from '../../call/budget/recover-lost-calls.ts';
import type { EngineServices } from '../../kernel/engine-services.ts';
import { runPeriodically } from '../../kernel/run-periodically.ts';
import { engineVersion } from '../../kernel/runs/engine-version.ts';
import { restartOlderRuns } from './restart-older-runs.ts';

/** Interval at which living processes look for runs of dead ones. */
const takeOverMs = 5_000;

type QueueServices = EngineServices & { queue: DurableQueue };

/**
 * Looks every few seconds for runs of dead processes and puts them back into the queue, where any process can take them
 * (architecture, recovery of a dead engine process). Returns a function that ends this.
 */
export function watchDeadExecutors(services: QueueServices): () => Promise<void> {
  const onError = (error: unknown) =>
    services.log.warn({ err: error }, 'The search for runs of dead processes failed and will be repeated');
  return runPeriodically(takeOverMs, () => takeOverRuns(services), onError);
}

/**
 * Recovers at the start this executor id's work of other releases, because the durable queue recovers only its own
 * version. Newer work goes back into the queue for the processes of that release.
 */
export async function recoverOtherReleases(services: QueueServices): Promise<void> {
  await requeue(services, services.executorId, engineVersion);
  await adopt(services);
}

async function adopt(services: QueueServices): Promise<void> {
  const runs = await restartOlderRuns(services);
  if (runs > 0) services.log.info({ runs }, 'Restarted runs of an older release and kept their finished work');
}

async function takeOverRuns(services: QueueServices): Promise<void> {
  const { database, queue, log } = services;
  await queue.takeOverDeadExecutors(async (owner) => {
    const lostCalls = await recoverLostCalls(database, owner);
    const workflows = await requeue(services, owner);
    log.warn({ deadExecutor: owner, workflows, lostCalls }, 'Took over the work of a process that died');
  });
  await adopt(services);
}

/**
 * Puts a dead process's work back into the queue, where processes of its release find it and newer ones adopt it.
 * Returns the number of workflows. The caller holds the executor slot, because another process may have just taken them
 * over.
 */
async function requeue({ queue }: QueueServices, executorId: string, exceptVersion = ''): Promise<number> {
  const begun = await queue.list({ states: ['running'], executorId });
  const left = begun.filter(({ version }) => version !== exceptVersion);
  if (left.length > 0) await queue.requeue(left.map(({ id }) => id));
  return left.length;
}
