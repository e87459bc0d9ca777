import type { EngineServices } from '../kernel/engine-services.ts';
import type { RunRef } from '../kernel/events/emit-event.ts';
import { readRunState } from '../kernel/runs/run-store.ts';

/** Longest wait of a paused run before it looks again. */
const lookAgainMs = 60_000;

/** Resolves when the run is not paused: it is running, has a stop request, is over or does not exist (RUN-9). */
export async function waitWhilePaused({ database, runChanges }: EngineServices, run: RunRef): Promise<void> {
  for (;;) {
    const state = await readRunState(database, run);
    if (state?.status !== 'paused' || state.stopRequested) return;
    await runChanges.wait(run, state.lastEvent, lookAgainMs);
  }
}
