import { runStep as runDurableStep, takenOverError, workLog } from '@ecp/durable-work/workflow';
import { CallTakenOverError } from '../../call/call-taken-over-error.ts';
import { retryDuringDatabaseOutage } from '../../kernel/retry-during-database-outage.ts';

/** Name of an error that a step's own work threw. The name survives recording. */
const brokenStep = 'BrokenStepError';

/**
 * Runs work as a durable step: its result is recorded, and after a crash in the middle the work is repeated. So it must
 * be safe to repeat (architecture, rule 6). It waits for an unreachable database; any other error ends the workflow.
 */
export function runStep<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return runDurableStep(name, () => runRecorded(work));
}

/**
 * Runs work that stores its own durable record, so that the queue needs no second one. A repeated workflow does the
 * work again and must get the same result. Waits for the database as a step does.
 */
export async function runRecorded<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await retryDuringDatabaseOutage(work, workLog.warn);
  } catch (error) {
    throw markBroken(error);
  }
}

function markBroken(error: unknown): unknown {
  // After a takeover, the queue makes this execution wait for the result of the other one.
  if (error instanceof CallTakenOverError) return takenOverError();
  if (error instanceof Error) error.name = brokenStep;
  return error;
}

/**
 * Returns true if a step's own work failed, false if the durable queue ended the workflow (taken over, erased,
 * closing).
 */
export function isBrokenStep(error: unknown): boolean {
  return error instanceof Error && error.name === brokenStep;
}
