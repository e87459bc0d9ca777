import type { EngineServices } from '../../kernel/engine-services.ts';
import type { RunRef } from '../../kernel/events/emit-event.ts';
import { repeatWork } from '../../kernel/repeat-work.ts';
import { endRun, internalError } from '../../kernel/runs/end-run.ts';
import { workflowIdOf } from '../../kernel/runs/workflow-id.ts';

const lookAgainMs = 60_000;

/**
 * Fails the runs that are not over although their workflow is, or is gone: against all expectation, but nothing may stay
 * running without an owner (architecture, recovery). A workflow's row is committed with its run's.
 */
export async function endOrphans({ database, signals, log }: EngineServices): Promise<void> {
  const [rows] = await database.batchSystem([
    {
      name: 'active_runs',
      text: `select tenant_id as "tenantId", id as "runId" from engine.runs where status in ('running', 'paused')`,
    },
  ]);
  const runs = (rows ?? []) as RunRef[];
  if (runs.length === 0) return;
  const { rows: owned } = await database.pool.query<{ id: string }>(
    `select workflow_uuid as id from dbos_engine.workflow_status
     where workflow_uuid = any($1) and status in ('PENDING', 'ENQUEUED', 'DELAYED')`,
    [runs.map(workflowIdOf)],
  );
  const alive = new Set(owned.map(({ id }) => id));
  for (const run of runs.filter((candidate) => !alive.has(workflowIdOf(candidate)))) {
    // False where the run ended between the two queries.
    if (!(await endRun(database, run, internalError, ['running', 'paused']))) continue;
    log.error({ runId: run.runId }, 'Failed a run whose workflow had ended without it');
    signals.notify(run.runId);
  }
}

/** Looks for orphans each minute. Returns the function that ends it. */
export function watchOrphans(services: EngineServices): () => Promise<void> {
  const onError = (error: unknown) => services.log.warn({ err: error }, 'Cannot look for runs without a workflow yet');
  return repeatWork(lookAgainMs, () => endOrphans(services), onError);
}
