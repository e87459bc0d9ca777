import type { DurableQueue } from '@ecp/durable-work/durable-queue';
import { recoverLostCalls } from '../../call/budget/reserve-call.ts';
import type { EngineServices } from '../../call/engine-services.ts';
import { engineVersion, type RunKind, runOfWorkflow } from '../../kernel/runs.ts';
import { runPeriodically } from '../../kernel/waiting.ts';
import { enqueueRun } from '../durable-runs.ts';

/** Interval at which living processes look for runs of dead ones. */
const takeOverMs = 3_000;

type QueueServices = EngineServices & { queue: DurableQueue };

/**
 * Looks every few seconds for runs of dead processes and puts them back into the queue, where any process can take them.
 * Returns a function that ends this.
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

type RestartServices = EngineServices & { queue: DurableQueue };

const olderVersions = Array.from({ length: Number(engineVersion) - 1 }, (_, index) => String(index + 1));
const isOlder = (version: string | null): boolean => version === null || olderVersions.includes(version);
const workflowsAtOnce = 500;

/**
 * Restarts runs of older releases under this one if no process executes them, so that all their remaining work waits in
 * the queue. Their steps are not replayed: our own tables have what they did and paid. Returns the number of runs.
 */
async function restartOlderRuns(services: RestartServices): Promise<number> {
  const waiting = await services.queue.listWaiting({
    workflows: ['run', 'task'],
    versions: olderVersions,
    limit: workflowsAtOnce,
  });
  let adopted = 0;
  for (const id of new Set(waiting.map((work) => work.parentId ?? work.id))) {
    if (await adopt(services, id)) adopted += 1;
  }
  return adopted;
}

/** Locks the run's durable work against other processes and replaces it in the same transaction. */
async function adopt({ database, queue }: RestartServices, id: string): Promise<boolean> {
  const { tenantId, runId, generation } = runOfWorkflow(id);
  return database.withSystem(async (tx) => {
    if (!(await tx.asLoginRole((connection) => queue.withdraw(connection, id, isOlder)))) return false;
    const { rows } = await tx.query<{ engagementId: string; kind: RunKind }>({
      text: `select engagement_id as "engagementId", kind from engine.runs
        where tenant_id = $1 and id = $2 and status in ('running', 'paused')`,
      values: [tenantId, runId],
    });
    const [run] = rows;
    if (!run) return false;
    const { engagementId, kind } = run;
    const input = { tenantId, runId, engagementId, kind, adopted: true, generation };
    await tx.asLoginRole((connection) => enqueueRun(queue, connection, input));
    return true;
  });
}
