import { DBOS, Error as DurableErrors } from '@dbos-inc/dbos-sdk';
import { isPassingTrouble } from '../budget/wait-for-database.ts';

/** Waits of 0.5, 1.5, 4.5, 13.5 and 40.5 s: a restart of Postgres or a failover passes within one minute. */
const patience = { maxAttempts: 6, intervalSeconds: 0.5, backoffRate: 3 };

/** A run outlives any number of restarts; the queue would give a workflow up after a hundred. */
export const maxRecoveryAttempts = 1_000_000;

/** Names an error that came out of a step's own work; the name outlives its record. */
const brokenStep = 'BrokenStepError';

/**
 * Runs work as a durable step: recorded once done, repeated after a crash in the middle, so it must be safe to repeat
 * (architecture, rule 6). A database that is out of reach is waited for; any other error ends the workflow.
 */
export function runStep<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const marked = async () => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Error && !isPassingTrouble(error)) error.name = brokenStep;
      throw error;
    }
  };
  return DBOS.runStep(marked, { name, retriesAllowed: true, ...patience, shouldRetry: isPassingTrouble });
}

/** True when a step's own work broke; false when the durable queue took the workflow away (taken over, erased, closing). */
export function isBrokenStep(error: unknown): boolean {
  return (
    error instanceof DurableErrors.DBOSMaxStepRetriesError || (error instanceof Error && error.name === brokenStep)
  );
}
