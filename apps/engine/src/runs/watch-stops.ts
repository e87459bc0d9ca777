import type { CallDependencies } from '../calls/make-call.ts';

/** Fallback for a lost control connection; the notification itself arrives within milliseconds. */
const watchMs = 1_000;

/** Aborts this process's calls of runs that were stopped, here or by another process. Returns the function to end it. */
export function watchStops({ database, inFlight, signals, log }: CallDependencies): () => void {
  const abortStopped = async (runIds: string[]) => {
    if (runIds.length === 0) return;
    const { rows } = await database.withSystem((tx) =>
      tx.query<{ id: string }>({
        name: 'stopped_runs',
        text: 'select id from engine.runs where id = any($1) and stop_requested_at is not null',
        values: [runIds],
      }),
    );
    for (const { id } of rows) inFlight.abort(id);
  };
  const look = (runIds: string[]) => {
    abortStopped(runIds).catch((error: unknown) => log.warn({ err: error }, 'Cannot look for stopped runs yet'));
  };
  signals.onControl((runId) => {
    if (inFlight.runIds().includes(runId)) look([runId]);
  });
  const timer = setInterval(() => look(inFlight.runIds()), watchMs).unref();
  return () => clearInterval(timer);
}
