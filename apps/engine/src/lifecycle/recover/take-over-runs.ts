import type { DurableQueue } from '@ecp/durable-work/durable-queue';
import { recoverLostCalls } from '../../call/budget/recover-lost-calls.ts';
import type { EngineServices } from '../../kernel/engine-services.ts';
import { runPeriodically } from '../../kernel/run-periodically.ts';
import { restartOlderRuns } from './restart-older-runs.ts';
import { engineVersion } from '../../kernel/runs/engine-version.ts';

/** How soon the runs of a process that died are taken up by one that lives. */
const takeOverMs = 5_000;

type QueueServices = EngineServices & { queue: DurableQueue };

/**
 * Looks every few seconds for runs that a dead process left, and puts them back into the queue for any process
 * (architecture, recovery of a dead engine process). Returns the function that ends it.
 */
export function watchDeadExecutors(services: QueueServices): () => Promise<void> {
  const onError = (error: unknown) =>
    services.log.warn({ err: error }, 'The search for runs of dead processes failed and is repeated');
  return runPeriodically(takeOverMs, () => takeOverRuns(services), onError);
}

/**
 * Takes up at the start what this executor id left to another release: the durable queue recovers its own version only.
 * Newer work goes back into the queue, for the processes of that release.
 */
export async function recoverOtherReleases(services: QueueServices): Promise<void> {
  await requeue(services, services.executorId, engineVersion);
  await adopt(services);
}

async function adopt(services: QueueServices): Promise<void> {
  const runs = await restartOlderRuns(services);
  if (runs > 0) services.log.info({ runs }, 'Restarted runs of an older release; their finished work is kept');
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
 * Puts a dead process's work back into the queue, where processes of its release find it and newer ones adopt it; returns
 * how many workflows. Read under the claim: another process may have taken them over just before.
 */
async function requeue({ queue }: QueueServices, executorId: string, exceptVersion = ''): Promise<number> {
  const begun = await queue.list({ states: ['running'], executorId });
  const left = begun.filter(({ version }) => version !== exceptVersion);
  if (left.length > 0) await queue.requeue(left.map(({ id }) => id));
  return left.length;
}
