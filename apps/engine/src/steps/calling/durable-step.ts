import { isOutOfRetries, runStep as runDurableStep, takenOverError, workLog } from '@ecp/durable-work/workflow';
import { isTransientDatabaseError } from '../../kernel/retry-during-database-outage.ts';
import { CallTakenOverError } from '../../call/call-taken-over-error.ts';

/** Waits of 0.5, 1.5, 4.5, 13.5 and 40.5 s: a restart of Postgres or a failover passes within one minute. */
const patience = { maxAttempts: 6, intervalSeconds: 0.5, backoffRate: 3 };

/** Names an error that came out of a step's own work; the name outlives its record. */
const brokenStep = 'BrokenStepError';

/**
 * Runs work as a durable step: recorded once done, repeated after a crash in the middle, so it must be safe to repeat
 * (architecture, rule 6). A database that is out of reach is waited for; any other error ends the workflow.
 */
export function runStep<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const marked = () => work().catch((error: unknown) => Promise.reject(markBroken(error)));
  return runDurableStep(name, marked, { ...patience, shouldRetry: isTransientDatabaseError });
}

/**
 * Runs work that keeps its own durable record, so that the queue need not keep another: a repeated workflow does it again
 * and must get the same result. Waits for the database as a step does.
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
  // The queue lets an execution that others have taken over wait for their result.
  if (error instanceof CallTakenOverError) return takenOverError();
  return isTransientDatabaseError(error) ? error : asBroken(error);
}

function asBroken(error: unknown): unknown {
  if (error instanceof Error) error.name = brokenStep;
  return error;
}

/** True when a step's own work broke; false when the durable queue took the workflow away (taken over, erased, closing). */
export function isBrokenStep(error: unknown): boolean {
  return isOutOfRetries(error) || (error instanceof Error && error.name === brokenStep);
}
