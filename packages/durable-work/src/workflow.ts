import { DBOS, DBOSWorkflowConflictError, Error as DurableErrors } from '@dbos-inc/dbos-sdk';

/** A workflow survives any number of restarts; DBOS by itself gives it up after a hundred. */
const maxRecoveryAttempts = 1_000_000;

/** Decides what is done; everything that touches the outside is a step (architecture, rule 6). */
export type Workflow<Input, Result> = (input: Input) => Promise<Result>;

/** Registers a workflow under a name that is stored with its work, before the queue opens. Returns it for `startChild`. */
export function defineWorkflow<Input, Result>(name: string, work: Workflow<Input, Result>): Workflow<Input, Result> {
  return DBOS.registerWorkflow(work, { name, maxRecoveryAttempts });
}

/** A workflow that another one has started. */
export interface ChildWork<Result> {
  /** Waits for its end, and asks every `pollMs` for one that came in another process. Throws what the child threw. */
  result(pollMs: number): Promise<Result>;
}

/** Starts a workflow in the course of another one. A replay finds the child again by `id`. */
export async function startChild<Input, Result>(
  workflow: Workflow<Input, Result>,
  id: string,
  input: Input,
): Promise<ChildWork<Result>> {
  const handle = await DBOS.startWorkflow(workflow, { workflowID: id })(input);
  return { result: (pollMs) => handle.getResult({ pollingIntervalMs: pollMs }) };
}

/** How often a step is tried: after `intervalSeconds`, times `backoffRate` each time, while `shouldRetry` says so. */
export interface StepRetries {
  maxAttempts: number;
  intervalSeconds: number;
  backoffRate: number;
  shouldRetry(error: unknown): boolean;
}

/**
 * Runs work as a step of the current workflow: its result is recorded under `name` and a replay takes it from there. Work
 * that was interrupted is repeated. Throws what the work throws, and an error of `isOutOfRetries` after the last retry.
 */
export function runStep<Result>(name: string, work: () => Promise<Result>, retries?: StepRetries): Promise<Result> {
  return DBOS.runStep(work, retries ? { name, retriesAllowed: true, ...retries } : { name });
}

/** The id of the work in whose course this is called. */
export function currentWorkId(): string {
  return DBOS.workflowID ?? '';
}

/** Thrown by a step, makes this execution of the workflow wait for the result of the one that has taken it over. */
export function takenOverError(): Error {
  return new DBOSWorkflowConflictError(currentWorkId());
}

/** True for the error of a step whose retries have all failed. */
export function isOutOfRetries(error: unknown): boolean {
  return error instanceof DurableErrors.DBOSMaxStepRetriesError;
}

/** The log of the queue, with the id of the current work. */
export const workLog = {
  warn: (entry: unknown): void => DBOS.logger.warn(entry),
  error: (entry: unknown): void => DBOS.logger.error(entry),
};
