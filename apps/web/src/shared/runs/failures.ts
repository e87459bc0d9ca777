import type { FailureReason, TaskFailureReason } from '@ecp/contract/values/run-facts';
import { shownLanguage } from '../../base/language/language.ts';
import { translated } from '../../base/language/translate.ts';

/** Why a run failed, by its reason. */
const runReasons: Record<FailureReason, string> = translated({
  stopped: 'Somebody stopped it.',
  budget_exhausted: 'Its budget is used up.',
  tenant_spend_limit: 'The workspace has spent what a day allows.',
  tasks_failed: 'Some tasks did not complete.',
  planning_failed: 'It could not be planned.',
  task_missing: 'Its task no longer exists.',
  start_failed: 'It could not start.',
  engine_lost: 'The service lost it.',
  text_too_complex: 'A text is too complex to be read.',
  processes_lost: 'It stopped the service twice.',
  internal_error: 'There was an internal error.',
});

/** Why a task failed or was skipped, by its reason. */
const taskReasons: Record<TaskFailureReason, string> = translated({
  budget_exhausted: 'The budget of the run is used up.',
  tenant_spend_limit: 'The workspace has spent what a day allows.',
  call_failed: 'A model gave no answer.',
  dependency_failed: 'A task that it depends on did not complete.',
  run_ended: 'The run ended before it could start.',
  text_too_complex: 'A text is too complex to be read.',
  internal_error: 'There was an internal error.',
});

interface Failure<Reason> {
  failureReason: Reason | null;
  error: string | null;
}

/**
 * Says why a run failed: in English in the engine's words, which have the numbers, else by the
 * reason; null if unknown.
 */
export const describeRunFailure = ({
  failureReason,
  error,
}: Failure<FailureReason>): string | null =>
  shownLanguage() === 'en' ? error : failureReason && runReasons[failureReason];

/** Says the same of a task. */
export const describeTaskFailure = ({
  failureReason,
  error,
}: Failure<TaskFailureReason>): string | null =>
  shownLanguage() === 'en' ? error : failureReason && taskReasons[failureReason];
