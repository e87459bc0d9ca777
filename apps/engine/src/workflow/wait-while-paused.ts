import type { EngineServices } from '../kernel/engine-services.ts';
import type { RunRef } from '../kernel/events/emit-event.ts';
import { readRunState } from '../kernel/runs/run-store.ts';

/** How long a paused run sleeps at most before it looks again without being woken. */
const lookAgainMs = 60_000;

/** Resolves when the run is not paused (any more): running, to be stopped, over or gone (RUN-9). */
export async function waitWhilePaused({ database, runChanges }: EngineServices, run: RunRef): Promise<void> {
  for (;;) {
    const state = await readRunState(database, run);
    if (state?.status !== 'paused' || state.stopRequested) return;
    await runChanges.wait(run, state.lastEvent, lookAgainMs);
  }
}
