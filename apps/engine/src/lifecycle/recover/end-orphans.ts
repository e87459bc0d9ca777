import { isOpenWork } from '@ecp/durable-work/works';
import type { EngineServices } from '../../call/engine-services.ts';
import type { RunRef } from '../../kernel/events.ts';
import { endRun, internalError } from '../../kernel/runs.ts';
import { runPeriodically } from '../../kernel/waiting.ts';

const lookAgainMs = 60_000;

/**
 * Fails orphans: runs that are neither over nor parked although their durable work has ended or is missing. A parked run
 * with a stop request is one, because nothing wakes it. No other is expected, because a run and its work are committed
 * together, but no run may stay running without an owner.
 */
export async function endOrphans({ database, signals, log }: EngineServices): Promise<void> {
  const [runs] = await database.batchSystem<[RunRef]>([
    {
      name: 'orphans',
      text: `select tenant_id as "tenantId", id as "runId" from engine.runs
        where status in ('running', 'paused') and (wakes_at is null or stop_requested_at is not null)
          and not ${isOpenWork('engine', `runs.tenant_id || '/' || runs.id || case runs.generation when 0 then '' else '~' || runs.generation end`)}`,
    },
  ]);
  for (const run of runs) {
    // endRun returns false if the run has ended meanwhile.
    if (!(await endRun(database, run, internalError, ['running', 'paused']))) continue;
    log.error({ runId: run.runId }, 'Marked a run as failed because its durable work had ended');
    signals.notify(run.runId);
  }
}

/** Looks for orphans every minute. Returns a function that ends this. */
export function watchOrphans(services: EngineServices): () => Promise<void> {
  const onError = (error: unknown) =>
    services.log.warn({ err: error }, 'The search for runs without durable work failed and will be repeated');
  return runPeriodically(lookAgainMs, () => endOrphans(services), onError);
}
