import { isOutOfRetries, runStep as runDurableStep, takenOverError, workLog } from '@ecp/durable-work/workflow';
import { CallTakenOverError } from '../../call/call-taken-over-error.ts';
import { isTransientDatabaseError } from '../../kernel/retry-during-database-outage.ts';

/** Waits 0.5, 1.5, 4.5, 13.5 and 40.5 s: a Postgres restart or failover is over within one minute. */
const patience = { maxAttempts: 6, intervalSeconds: 0.5, backoffRate: 3 };

/** Name of an error that a step's own work threw. The name survives recording. */
const brokenStep = 'BrokenStepError';

/**
 * Runs work as a durable step: its result is recorded, and after a crash in the middle the work is repeated. So it must
 * be safe to repeat (architecture, rule 6). It waits for an unreachable database; any other error ends the workflow.
 */
export function runStep<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const marked = () => work().catch((error: unknown) => Promise.reject(markBroken(error)));
  return runDurableStep(name, marked, { ...patience, shouldRetry: isTransientDatabaseError });
}

/**
 * Runs work that stores its own durable record, so that the queue needs no second one. A repeated workflow does the
 * work again and must get the same result. Waits for the database as a step does.
 */
export async function runRecorded<Result>(work: () => Promise<Result>): Promise<Result> {
  const { maxAttempts, intervalSeconds, backoffRate } = patience;
  for (let tries = 1, waitMs = intervalSeconds * 1_000; ; tries += 1, waitMs *= backoffRate) {
    try {
      return await work();
    } catch (error) {
      if (!isTransientDatabaseError(error)) throw markBroken(error);
      if (tries >= maxAttempts) throw asBroken(error);
      workLog.warn(error);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

function markBroken(error: unknown): unknown {
  // After a takeover, the queue makes this execution wait for the result of the other one.
  if (error instanceof CallTakenOverError) return takenOverError();
  return isTransientDatabaseError(error) ? error : asBroken(error);
}

function asBroken(error: unknown): unknown {
  if (error instanceof Error) error.name = brokenStep;
  return error;
}

/**
 * Returns true if a step's own work failed, false if the durable queue ended the workflow (taken over, erased,
 * closing).
 */
export function isBrokenStep(error: unknown): boolean {
  return isOutOfRetries(error) || (error instanceof Error && error.name === brokenStep);
}
