import type { Database } from '@ecp/database/database';
import type { Logger } from 'pino';
import { runPeriodically } from '../run-periodically.ts';
import type { RunSignals } from '../signals/run-signals.ts';
import type { RunRef } from './emit-event.ts';

/** How long news from another engine process may go unnoticed. */
const lookAgainMs = 500;

/** News about runs, whichever process made them: one query an interval for all that are waited for. */
export interface RunChangePoller {
  /** Resolves when the run has an event after number `seen` or is gone, after `timeoutMs`, or when `signal` aborts. */
  wait(run: RunRef, seen: number, timeoutMs: number, signal?: AbortSignal): Promise<void>;
  /** Ends the looking; resolves when no query is under way. */
  close(): Promise<void>;
}

/** Watches runs for those that wait; news of this process come at once through `signals`. */
export function openRunChangePoller(database: Database, signals: RunSignals, log: Logger): RunChangePoller {
  const waiting = new Set<RunRef & { seen: number }>();
  let reachable = true;

  const look = async () => {
    if (waiting.size === 0) return;
    for (const runId of await findChangedRuns(database, [...waiting])) signals.notify(runId);
    reachable = true;
  };
  const close = runPeriodically(lookAgainMs, look, (error) => {
    // Once an outage; whoever waits goes on waiting.
    if (reachable) log.warn({ err: error }, 'The search for new run events failed and is repeated');
    reachable = false;
  });

  return {
    async wait({ tenantId, runId }, seen, timeoutMs, signal) {
      const waiter = { tenantId, runId, seen };
      waiting.add(waiter);
      await signals.wait(runId, timeoutMs, signal).finally(() => waiting.delete(waiter));
    },
    close,
  };
}

/** The runs among those watched that have an event after the number seen, or are gone. */
async function findChangedRuns(database: Database, watched: (RunRef & { seen: number })[]): Promise<string[]> {
  const earliest = new Map<string, RunRef & { seen: number }>();
  for (const one of watched) {
    const key = JSON.stringify([one.tenantId, one.runId]);
    const known = earliest.get(key);
    if (!known || one.seen < known.seen) earliest.set(key, one);
  }
  const runs = [...earliest.values()];
  const [rows] = await database.batchSystem<[{ id: string }]>([
    {
      name: 'find_news',
      text: `select watched.id from unnest($1::text[], $2::text[], $3::bigint[]) as watched (tenant_id, id, seen)
        left join engine.runs on runs.tenant_id = watched.tenant_id and runs.id = watched.id
        where runs.id is null or runs.last_event > watched.seen`,
      values: [runs.map(({ tenantId }) => tenantId), runs.map(({ runId }) => runId), runs.map(({ seen }) => seen)],
    },
  ]);
  return rows.map(({ id }) => id);
}

declare module '../engine-services.ts' {
  interface EngineServices {
    runChanges: RunChangePoller;
  }
}
