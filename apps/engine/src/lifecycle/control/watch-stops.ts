import type { CallDependencies } from '../../call/types/model-call.ts';
import type { RunRef } from '../../kernel/events/emit-event.ts';
import { runPeriodically } from '../../kernel/run-periodically.ts';
import { controlChannel } from '../../kernel/signals/run-signals.ts';

/** Interval of the fallback for a lost control connection. The notification itself arrives within milliseconds. */
const watchMs = 1_000;

/** Aborts this process's calls of runs that any process has stopped. Returns a function that ends the watch. */
export function watchStops({ database, inFlight, signals, log }: CallDependencies): () => Promise<void> {
  const abortStopped = async (runs: RunRef[]) => {
    if (runs.length === 0) return;
    const [stopped] = await database.batchSystem<[RunRef]>([
      {
        name: 'stopped_runs',
        text: `select tenant_id as "tenantId", id as "runId" from engine.runs
          where (tenant_id, id) in (select * from unnest($1::text[], $2::text[])) and stop_requested_at is not null`,
        values: [runs.map(({ tenantId }) => tenantId), runs.map(({ runId }) => runId)],
      },
    ]);
    for (const run of stopped) inFlight.abort(run);
  };
  const onError = (error: unknown) =>
    log.warn({ err: error }, 'The search for stopped runs failed and will be repeated');
  signals.on(controlChannel, (runId) => {
    abortStopped(inFlight.runs().filter((run) => run.runId === runId)).catch(onError);
  });
  return runPeriodically(watchMs, () => abortStopped(inFlight.runs()), onError);
}
