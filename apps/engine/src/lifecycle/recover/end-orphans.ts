import type { DurableQueue } from '@ecp/durable-work/durable-queue';
import type { EngineServices } from '../../kernel/engine-services.ts';
import type { RunRef } from '../../kernel/events/emit-event.ts';
import { runPeriodically } from '../../kernel/run-periodically.ts';
import { endRun, internalError } from '../../kernel/runs/end-run.ts';
import { workflowIdOf } from '../../kernel/runs/workflow-id.ts';

type QueueServices = EngineServices & { queue: DurableQueue };

const lookAgainMs = 60_000;

/**
 * Fails the runs that are not over although their workflow is, or is gone: against all expectation, but nothing may stay
 * running without an owner (architecture, recovery). A workflow's row is committed with its run's.
 */
export async function endOrphans({ database, queue, signals, log }: QueueServices): Promise<void> {
  const [runs] = await database.batchSystem<[RunRef]>([
    {
      name: 'active_runs',
      text: `select tenant_id as "tenantId", id as "runId" from engine.runs where status in ('running', 'paused')`,
    },
  ]);
  if (runs.length === 0) return;
  const open = await queue.list({ ids: runs.map(workflowIdOf), states: ['waiting', 'running'] });
  const alive = new Set(open.map(({ id }) => id));
  for (const run of runs.filter((candidate) => !alive.has(workflowIdOf(candidate)))) {
    // False where the run ended between the two queries.
    if (!(await endRun(database, run, internalError, ['running', 'paused']))) continue;
    log.error({ runId: run.runId }, 'Marked a run as failed because its workflow had ended');
    signals.notify(run.runId);
  }
}

/** Looks for orphans each minute. Returns the function that ends it. */
export function watchOrphans(services: QueueServices): () => Promise<void> {
  const onError = (error: unknown) =>
    services.log.warn({ err: error }, 'The search for runs without a workflow failed and is repeated');
  return runPeriodically(lookAgainMs, () => endOrphans(services), onError);
}
