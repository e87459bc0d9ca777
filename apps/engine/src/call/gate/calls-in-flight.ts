import { createSemaphore, type Semaphore } from '@ecp/semaphore/semaphore';
import type { RunRef } from '../../kernel/events.ts';

/** The model calls that this process has in flight, by run. Stop aborts them. */
export interface CallsInFlight {
  /** Registers a call. Stop aborts its signal. Call `done` when it has settled. */
  begin(run: RunRef): { signal: AbortSignal; done(): void };
  /** Aborts every call of a run in this process. */
  abort(run: RunRef): void;
  /** Returns the runs that have a call in flight in this process. */
  runs(): RunRef[];
}

/** The reason with which Stop aborts a call. */
export const stoppedReason = 'The run was stopped';

export function createCallsInFlight(): CallsInFlight {
  const byRun = new Map<string, { run: RunRef; calls: Set<AbortController> }>();
  const keyOf = ({ tenantId, runId }: RunRef) => JSON.stringify([tenantId, runId]);
  return {
    begin({ tenantId, runId }) {
      const controller = new AbortController();
      const key = keyOf({ tenantId, runId });
      const entry = byRun.get(key) ?? { run: { tenantId, runId }, calls: new Set() };
      entry.calls.add(controller);
      byRun.set(key, entry);
      const done = () => {
        entry.calls.delete(controller);
        if (entry.calls.size === 0 && byRun.get(key) === entry) byRun.delete(key);
      };
      return { signal: controller.signal, done };
    },
    abort(run) {
      for (const controller of byRun.get(keyOf(run))?.calls ?? []) controller.abort(new Error(stoppedReason));
    },
    runs: () => [...byRun.values()].map(({ run }) => run),
  };
}

/** Permits for calls. A call holds one from its reservation to its settlement. */
export type CallSlots = Semaphore;

/**
 * A call may take minutes, so with turns alone a new tenant would wait for the calls of another. A tenant may therefore
 * hold at most three times as many permits as are free: one tenant gets three quarters of all, two get three sevenths
 * each.
 */
const timesFree = 3;

/** Creates a semaphore that admits at most `max` calls in flight in this process, fairly between tenants. */
export function createCallSlots(max: number): CallSlots {
  return createSemaphore({ permits: max, mayAcquire: (free, [held = 0]) => held < free * timesFree });
}
