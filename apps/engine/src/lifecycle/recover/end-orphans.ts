import type { Database } from '@ecp/database/database';
import type { DurableQueue } from '@ecp/durable-work/durable-queue';
import type { EngineServices } from '../../call/engine-services.ts';
import { endRun, internalError, type RunGeneration, workflowIdOf } from '../../kernel/runs.ts';
import { runPeriodically } from '../../kernel/waiting.ts';

type QueueServices = EngineServices & { queue: DurableQueue };

const lookAgainMs = 60_000;

/**
 * Fails orphans: runs that are not over although their workflow has ended or is missing. None is expected, because a
 * run and its workflow are committed together, but no run may stay running without an owner (architecture, recovery).
 */
export async function endOrphans({ database, queue, signals, log }: QueueServices): Promise<void> {
  const runs = await listOwnedRuns(database);
  if (runs.length === 0) return;
  const open = await queue.list({ ids: runs.map(workflowIdOf), states: ['waiting', 'running'] });
  const alive = new Set(open.map(({ id }) => id));
  const suspects = runs.filter((run) => !alive.has(workflowIdOf(run)));
  if (suspects.length === 0) return;
  // A workflow that ended between the two queries has parked its run, and the next one may have begun.
  const owned = new Set((await listOwnedRuns(database)).map(workflowIdOf));
  for (const run of suspects.filter((suspect) => owned.has(workflowIdOf(suspect)))) {
    // endRun returns false if the run has ended meanwhile.
    if (!(await endRun(database, run, internalError, ['running', 'paused']))) continue;
    log.error({ runId: run.runId }, 'Marked a run as failed because its workflow had ended');
    signals.notify(run.runId);
  }
}

/**
 * Lists the runs that need a workflow: those that are neither over nor parked. A parked run with a stop request is one,
 * because nothing wakes it.
 */
async function listOwnedRuns(database: Database): Promise<Required<RunGeneration>[]> {
  const [runs] = await database.batchSystem<[Required<RunGeneration>]>([
    {
      name: 'active_runs',
      text: `select tenant_id as "tenantId", id as "runId", generation from engine.runs
        where status in ('running', 'paused') and (wakes_at is null or stop_requested_at is not null)`,
    },
  ]);
  return runs;
}

/** Looks for orphans every minute. Returns a function that ends this. */
export function watchOrphans(services: QueueServices): () => Promise<void> {
  const onError = (error: unknown) =>
    services.log.warn({ err: error }, 'The search for runs without a workflow failed and will be repeated');
  return runPeriodically(lookAgainMs, () => endOrphans(services), onError);
}

const minuteMs = 60_000;
const hourMs = 3_600_000;

/**
 * Deletes the queue's records of work that ended more than `keptMs` ago, a minute after the start and then each hour. Runs, their events and calls stay in
 * our own tables, which also tell that a run id was used. Returns a function that ends this.
 */
export function purgeFinishedWork(
  { queue, log }: EngineServices & { queue: DurableQueue },
  keptMs: number,
): () => Promise<void> {
  const onError = (error: unknown) => log.warn({ err: error }, 'Cannot purge finished work yet; will try again');
  const purge = (ending: AbortSignal) => queue.purgeEnded(new Date(Date.now() - keptMs), ending);
  return runPeriodically(hourMs, purge, onError, minuteMs);
}
