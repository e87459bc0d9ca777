import type { DurableInputs } from '../../../kernel/durable-work/durable-work.ts';
import { waitUnlessAborted } from '../../../kernel/durable-work/in-process-work.ts';
import type { Services } from '../../../kernel/services.ts';
import { EngineUnavailableError } from '../../engine-client/engine-client.ts';
import { startFailure } from '../../engine-client/engine-error.ts';
import { findRun, isActive, lockRun, type RunState } from '../records/lock-run.ts';
import { startOnEngine } from '../starting/start-on-engine.ts';
import { finishRun } from '../transitions/finish-run.ts';
import { changeFollower } from './change-follower.ts';
import { syncRun } from './sync-run.ts';

/** How long one call may wait for the engine's next event. */
const longPollMs = 25_000;
const firstWaitMs = 250;
/** Time that the engine has to go on after a wait, before the run is followed again. */
const wakeMarginMs = 1_000;
const longestWaitMs = 15_000;

/**
 * Follows a run to its end: starts it on the engine if needed, applies its events as they arrive, and retries while the
 * engine is unreachable. A run that failed here before it was confirmed is stopped on the engine. Returns early when
 * `signal` aborts, when another follower is in charge, and when all that is left of the run waits for people: then a
 * later follower takes its place, so that a waiting run holds none. The engine may have accepted a run that this one
 * `replaces`, so those are stopped there first.
 */
export async function followRun(
  services: Services,
  { tenantId, runId, follower = 0, wokenAt = 0, replaces = [] }: DurableInputs['followRun'],
  signal: AbortSignal,
): Promise<void> {
  let waitMs = firstWaitMs;
  let hasSynced = false;
  const toStop = new Set(replaces);
  while (!signal.aborted) {
    try {
      for (const id of toStop) {
        await services.engine.stopRun(tenantId, id);
        toStop.delete(id);
      }
      const run = await findRun(services.database, tenantId, runId);
      if (!run || run.follower !== follower) return;
      if (hasSynced && run.event_cursor > wokenAt && (await handOver(services, tenantId, run))) return;
      if (!(await bringForward(services, tenantId, run, signal))) return;
      hasSynced = true;
      waitMs = firstWaitMs;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof EngineUnavailableError)) throw error;
      services.log.warn({ err: error, runId, waitMs }, 'The engine does not answer; following the run later');
      await waitUnlessAborted(waitMs, signal);
      waitMs = Math.min(waitMs * 2, longestWaitMs);
    }
  }
}

/**
 * Leaves a run that waits to a follower that begins when the wait is over. Returns false if the run does not wait any
 * longer, or something has changed since `run` was read.
 */
async function handOver(services: Services, tenantId: string, run: RunState): Promise<boolean> {
  const leftMs = (run.waiting_until?.getTime() ?? 0) - services.clock.now().getTime();
  if (leftMs <= 0 || !isActive(run.status)) return false;
  return services.database.withTenant(tenantId, async (tx) => {
    const locked = await lockRun(tx, tenantId, { runId: run.id, engagementId: run.engagement_id });
    if (!locked || locked.run.follower !== run.follower || locked.run.event_cursor !== run.event_cursor) return false;
    await changeFollower(tx, services, { tenantId, run: locked.run, waitMs: leftMs + wakeMarginMs });
    return true;
  });
}

/** Does one step of following; returns false when nothing is left to do. */
async function bringForward(
  services: Services,
  tenantId: string,
  run: RunState,
  signal: AbortSignal,
): Promise<boolean> {
  if (!isActive(run.status)) {
    if (!run.confirmed_at) await services.engine.stopRun(tenantId, run.id);
    return false;
  }
  const reference = { tenantId, runId: run.id };
  const following = { waitMs: longPollMs, signal, follower: run.follower };
  if (run.confirmed_at) await syncRun(services, reference, following);
  else await startUnlessRefused(services, tenantId, run);
  return true;
}

/** Starts the run. A permanent refusal (4xx) fails it, because no caller waits for the response any more. */
async function startUnlessRefused(services: Services, tenantId: string, run: RunState): Promise<void> {
  try {
    await startOnEngine(services, tenantId, run);
  } catch (error) {
    const refused = error instanceof EngineUnavailableError && error.status !== null && error.status < 500;
    if (!refused) throw error;
    await services.database.withTenant(tenantId, async (tx) => {
      const locked = await lockRun(tx, tenantId, { runId: run.id, engagementId: run.engagement_id });
      if (!locked || locked.run.confirmed_at) return;
      await finishRun(tx, services, locked, { failure: startFailure(error), notify: true });
    });
  }
}
