import { DBOS, DBOSWorkflowConflictError } from '@dbos-inc/dbos-sdk';
import { whileInProgress } from './in-progress.ts';

/** A workflow must survive any number of restarts. DBOS's default gives up after a hundred. */
const maxRecoveryAttempts = 1_000_000;

/** Decides what to do. Everything that touches the outside is a step (architecture, rule 6). */
export type Workflow<Input, Result> = (input: Input) => Promise<Result>;

/** Registers a workflow before the queue opens. Its name is stored with its work. Returns it for `startChild`. */
export function defineWorkflow<Input, Result>(name: string, work: Workflow<Input, Result>): Workflow<Input, Result> {
  const tracked = (input: Input) => whileInProgress(currentWorkId(), () => work(input));
  return DBOS.registerWorkflow(tracked, { name, maxRecoveryAttempts });
}

/** A workflow that another one has started. */
export interface ChildWork<Result> {
  /** Waits for its end, and polls every `pollMs` for an end in another process. Throws what the child threw. */
  result(pollMs: number): Promise<Result>;
}

/** Starts a workflow from within another one. A replay finds the child again by `id`. */
export async function startChild<Input, Result>(
  workflow: Workflow<Input, Result>,
  id: string,
  input: Input,
): Promise<ChildWork<Result>> {
  const handle = await DBOS.startWorkflow(workflow, { workflowID: id })(input);
  return { result: (pollMs) => handle.getResult({ pollingIntervalMs: pollMs }) };
}

/**
 * Runs work as a step of the current workflow. Its result is recorded under `name`, and a replay reuses it. Interrupted
 * work is repeated. Throws what the work throws.
 */
export function runStep<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return DBOS.runStep(work, { name });
}

/** Returns the id of the current work. */
export function currentWorkId(): string {
  return DBOS.workflowID ?? '';
}

/** An error by which a step makes this execution wait for the result of the one that took over the workflow. */
export function takenOverError(): Error {
  return new DBOSWorkflowConflictError(currentWorkId());
}

/** The log of the queue, with the id of the current work. */
export const workLog = {
  warn: (entry: unknown): void => DBOS.logger.warn(entry),
  error: (entry: unknown): void => DBOS.logger.error(entry),
};
