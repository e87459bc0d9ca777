/** The model calls that this process has in flight, by run: Stop aborts them. */
export interface CallsInFlight {
  /** Registers a call; its signal aborts at Stop. Call `done` when it has settled. */
  begin(runId: string): { signal: AbortSignal; done(): void };
  /** Aborts every call of a run in this process. */
  abort(runId: string): void;
  /** Runs that have a call in flight here. */
  runIds(): string[];
}

/** The reason with which Stop aborts a call. */
export const stoppedReason = 'The run was stopped';

export function createCallsInFlight(): CallsInFlight {
  const byRun = new Map<string, Set<AbortController>>();
  return {
    begin(runId) {
      const controller = new AbortController();
      const calls = byRun.get(runId) ?? new Set();
      byRun.set(runId, calls.add(controller));
      const done = () => {
        calls.delete(controller);
        if (calls.size === 0 && byRun.get(runId) === calls) byRun.delete(runId);
      };
      return { signal: controller.signal, done };
    },
    abort(runId) {
      for (const controller of byRun.get(runId) ?? []) controller.abort(new Error(stoppedReason));
    },
    runIds: () => [...byRun.keys()],
  };
}
