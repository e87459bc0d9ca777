import { runNotFound } from '../engine-request-error.ts';
import type { EngineServices } from '../engine-services.ts';
import type { RunRef } from '../events/emit-event.ts';
import { type RunState, readRunState } from './run-store.ts';

/** Returns the state of a run once it has ended, or after `waitMs`. Throws `run_not_found` if it is erased meanwhile. */
export async function waitForEnd(
  { database, runChanges }: EngineServices,
  ref: RunRef,
  waitMs: number,
  signal: AbortSignal,
): Promise<RunState> {
  const deadlineMs = performance.now() + waitMs;
  for (;;) {
    const state = await readRunState(database, ref);
    if (!state) throw runNotFound();
    const leftMs = deadlineMs - performance.now();
    if (state.status === 'completed' || state.status === 'failed' || leftMs <= 0 || signal.aborted) return state;
    await runChanges.wait(ref, state.lastEvent, leftMs, signal);
  }
}
