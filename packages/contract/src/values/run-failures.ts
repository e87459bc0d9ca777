import { type Static, Type } from 'typebox';

/**
 * Why a run failed, for programs. `error` beside it has the sentence for people (docs/requirements/runs.md). If it is
 * null, the run has not failed, or it failed under a release that recorded no reason.
 */
export const FailureReason = Type.Enum([
  /** Stop Run: `error` is `Stopped by user`. */
  'stopped',
  /** No further call fits into the budget: `error` is `Budget exhausted: spent $X of $Y`. */
  'budget_exhausted',
  'tasks_failed',
  /** The planner gave no answer, or found no task in the brief. */
  'planning_failed',
  /** The task to run again is no longer in the engagement. */
  'task_missing',
  /** The engine could not be reached, or refused the run. */
  'start_failed',
  /** The engine no longer knows the run. */
  'engine_lost',
  'internal_error',
]);
export type FailureReason = Static<typeof FailureReason>;

/** A failed run's reason with its sentence for people. */
export interface RunFailure {
  reason: FailureReason;
  message: string;
}

/** Why a task failed or was skipped, for programs. */
export const TaskFailureReason = Type.Enum([
  'budget_exhausted',
  /** A call that the task needs got no answer. */
  'call_failed',
  /** A task that it depends on did not complete. */
  'dependency_failed',
  /** The run ended before the task could start. */
  'run_ended',
  'internal_error',
]);
export type TaskFailureReason = Static<typeof TaskFailureReason>;
