import { DBOS } from '@dbos-inc/dbos-sdk';
import { isPassingTrouble } from '../budget/wait-for-database.ts';

/** Waits of 0.5, 1.5, 4.5, 13.5 and 40.5 s: a restart of Postgres or a failover passes within one minute. */
const patience = { maxAttempts: 6, intervalSeconds: 0.5, backoffRate: 3 };

/**
 * Runs work as a durable step: recorded once done, repeated after a crash in the middle, so it must be safe to repeat
 * (architecture, rule 6). A database that is out of reach is waited for; any other error ends the workflow.
 */
export function runStep<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return DBOS.runStep(work, { name, retriesAllowed: true, ...patience, shouldRetry: isPassingTrouble });
}
