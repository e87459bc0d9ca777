import type { Database } from '@ecp/database/database';
import type { Logger } from 'pino';
import { runPeriodically } from '../run-periodically.ts';
import type { RunSignals } from '../signals/run-signals.ts';
import type { RunRef } from './emit-event.ts';

/** Interval of the query for changes that other engine processes made. */
const lookAgainMs = 500;

/** Notices changes of runs by any process, with one query per interval for all runs that are waited for. */
export interface RunChangePoller {
  /**
   * Resolves when the run has an event after number `seen` or was erased, after `timeoutMs`, or when `signal` aborts.
   */
  wait(run: RunRef, seen: number, timeoutMs: number, signal?: AbortSignal): Promise<void>;
  /** Ends the queries. Resolves when none is under way. */
  close(): Promise<void>;
}

/** Opens the poller. Changes in this process arrive at once through `signals`. */
export function openRunChangePoller(database: Database, signals: RunSignals, log: Logger): RunChangePoller {
  const waiting = new Set<RunRef & { seen: number }>();
  let reachable = true;

  const look = async () => {
    if (waiting.size === 0) return;
    for (const runId of await findChangedRuns(database, [...waiting])) signals.notify(runId);
    reachable = true;
  };
  const close = runPeriodically(lookAgainMs, look, (error) => {
    // The warning appears once per outage. Waiters go on waiting.
    if (reachable) log.warn({ err: error }, 'The query for new run events failed and will be repeated');
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

/** Returns those watched runs that have an event after the number seen, or no longer exist. */
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
