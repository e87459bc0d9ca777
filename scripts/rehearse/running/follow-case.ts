import { setTimeout as wait } from 'node:timers/promises';
import type { RunProgress } from '@ecp/contract/work/runs';
import { ApiError } from '@ecp/sdk/api-error';
import type { Session } from '../../demo/sign-up.ts';
import type { CaseReport } from '../report/report-file.ts';

/** How a run ended, and what it used. */
export interface FollowedRun {
  outcome: CaseReport['outcome'];
  reason: string | null;
  costUsd: number;
  inputTokens: number;
  cachedInputTokens: number | null;
  outputTokens: number;
}

const settledWithinMs = 30_000;

/**
 * Starts the run of an engagement and follows it to its end. Stops it when its time is over or `signal` aborts. Throws
 * an `ApiError` when the start is refused, and an Error when the run does not settle after its end.
 */
export async function followCase(
  session: Session,
  id: string,
  limits: { timeLimitMs: number; signal: AbortSignal },
): Promise<FollowedRun> {
  const { client, signal } = session;
  await client.startRun({ id }, { signal });
  const used = { inputTokens: 0, cachedInputTokens: null as number | null, outputTokens: 0 };
  const timeout = AbortSignal.timeout(limits.timeLimitMs);
  const ending = AbortSignal.any([limits.signal, timeout]);
  let stoppedBy: 'timed_out' | 'interrupted' | null = null;
  try {
    for await (const event of client.streamRun(id, { signal: ending })) {
      if (event.type !== 'cost') continue;
      used.inputTokens = event.input_tokens;
      used.outputTokens = event.output_tokens;
      used.cachedInputTokens = event.cached_input_tokens ?? used.cachedInputTokens;
    }
  } catch (error) {
    if (!ending.aborted) throw error;
    stoppedBy = limits.signal.aborted ? 'interrupted' : 'timed_out';
    await stopUnlessEnded(session, id);
  }
  const progress = await waitUntilSettled(session, id);
  const outcome = stoppedBy ?? (progress.status === 'completed' ? 'completed' : 'failed');
  const reason = stoppedBy === null ? progress.error : null;
  return { outcome, reason, costUsd: progress.estimated_cost, ...used };
}

async function stopUnlessEnded({ client, signal }: Session, id: string): Promise<void> {
  try {
    await client.stopRun({ id }, { signal });
  } catch (error) {
    // The run ended by itself in the same moment.
    if (!(error instanceof ApiError) || error.code !== 'cannot_stop') throw error;
  }
}

/** Waits for the end of a run. The stream may end just before the platform has applied the last events. */
async function waitUntilSettled({ client, signal }: Session, id: string): Promise<RunProgress> {
  const deadlineMs = performance.now() + settledWithinMs;
  for (;;) {
    const progress = await client.getRunStatus({ id }, { signal });
    if (progress.status === 'completed' || progress.status === 'failed') return progress;
    if (performance.now() > deadlineMs)
      throw new Error(`The run has ended, but its status is still ${progress.status}`);
    await wait(200, undefined, { signal });
  }
}
