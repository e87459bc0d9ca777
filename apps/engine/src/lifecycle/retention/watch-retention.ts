import type { EngineServices } from '../../kernel/engine-services.ts';
import { runPeriodically } from '../../kernel/run-periodically.ts';
import { thinEndedRuns } from './thin-ended-runs.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** How long ended runs keep what nothing shows any more; 0 for ever. */
export interface Retention {
  /** The documents in events. */
  keepEventsMs: number;
  /** The answers of model calls, and the request of the run. */
  keepCallsMs: number;
}

/** Thins ended runs a minute after the start and then every hour. Returns a function that ends this. */
export function watchRetention({ database, log }: EngineServices, retention: Retention): () => Promise<void> {
  const onError = (error: unknown) => log.warn({ err: error }, 'Cannot thin ended runs yet; will try again');
  return runPeriodically(hourMs, (ending) => applyRetention(database, retention, ending), onError, minuteMs);
}

async function applyRetention(
  database: EngineServices['database'],
  { keepEventsMs, keepCallsMs }: Retention,
  ending: AbortSignal,
): Promise<void> {
  for (const [part, keepMs] of [
    ['events', keepEventsMs],
    ['calls', keepCallsMs],
  ] as const) {
    if (keepMs > 0) await thinEndedRuns(database, part, new Date(Date.now() - keepMs), ending);
  }
}
