import type { FailureReason } from '@ecp/contract/values/run-facts';
import { averageScore } from '@ecp/contract/values/scores';
import type { EngagementStatus } from '@ecp/contract/work/engagements';
import { formatMoment, formatScore } from '../../base/format/format.ts';
import { joinWords, sentences } from '../../base/format/words.ts';
import { shownLanguage } from '../../base/language/language.ts';
import type { TaskProjection } from '../../shared/live/run-projection.ts';
import { describeRunFailure, describeTaskFailure } from '../../shared/runs/failures.ts';
import type { RunView } from '../run-view.ts';
import { appearanceOf } from '../tasks/task-appearance.ts';
import { runTexts } from './texts.ts';

const outcomeTexts = runTexts.outcome;

type OutcomeFacts = Pick<RunView, 'status' | 'error' | 'failureReason' | 'projection'> & {
  engagement: Pick<RunView['engagement'], 'deliverables' | 'sample'>;
};

export interface Outcome {
  kind: 'completed' | 'paused' | 'stopped' | 'exhausted' | 'failed';
  title: string;
  advice: string;
  /** Why it failed; null if the title says everything. */
  reason: string | null;
  finished: number;
  /**
   * Number of deliverables whose latest version is still pending review; none wait in the sample.
   */
  toReview: number;
}

/** Derives the outcome from a run's status and failure reason. Returns null while it runs. */
export function readOutcome({
  status,
  error,
  failureReason,
  projection,
  engagement,
}: OutcomeFacts): Outcome | null {
  const latest = [
    ...new Map(engagement.deliverables.toReversed().map((file) => [file.filename, file])).values(),
  ];
  const pending = latest.filter(({ approvalStatus }) => approvalStatus === 'pending_review').length;
  const toReview = engagement.sample ? 0 : pending;
  const written = projection.tasks.filter(({ wordCount }) => wordCount !== null).length;
  const finished = Math.max(latest.length, written);
  const counts = { finished, toReview };
  if (status === 'paused')
    return { kind: 'paused', ...outcomeTexts.paused, reason: null, ...counts };
  if (status === 'completed') {
    const { title, advice, written: writtenAdvice } = outcomeTexts.completed;
    const first = engagement.sample
      ? writtenAdvice(finished)
      : advice(latest.length === 0 ? written : toReview);
    return {
      kind: 'completed',
      title,
      advice: sentences([first, averageOf(projection.tasks)]),
      reason: null,
      ...counts,
    };
  }
  if (status !== 'failed') return null;
  const kind = kindOfFailure(failureReason);
  const { title, advice } = outcomeTexts[kind];
  return {
    kind,
    title,
    advice: advice(finished),
    reason: isSaid(kind) ? null : describeRunFailure({ failureReason, error }),
    ...counts,
  };
}

/**
 * Whether the title of an outcome says why. In English the engine's words add the numbers of a
 * budget.
 */
const isSaid = (kind: Outcome['kind']): boolean =>
  kind === 'stopped' || (kind === 'exhausted' && shownLanguage() !== 'en');

function kindOfFailure(reason: FailureReason | null): 'stopped' | 'exhausted' | 'failed' {
  if (reason === 'stopped') return 'stopped';
  return reason === 'budget_exhausted' ? 'exhausted' : 'failed';
}

function averageOf(tasks: RunView['projection']['tasks']): string {
  const scores = tasks.flatMap(({ score }) => (score === null ? [] : [score]));
  const average = averageScore(scores);
  return average === null ? '' : outcomeTexts.completed.average(formatScore(average));
}

const taskTexts = runTexts.tasks;

/**
 * Describes the activity of a task, or the cause of its wait. `dueAt` is the end of its wait for an
 * answer.
 */
export function describeTask(
  task: TaskProjection,
  tasks: readonly TaskProjection[],
  status: EngagementStatus,
  dueAt?: string | null,
): string {
  switch (appearanceOf(task, status, Boolean(dueAt))) {
    case 'asking':
      return taskTexts.asks(formatMoment(dueAt ?? ''));
    case 'done':
      return task.unscored === null
        ? taskTexts.states.completed
        : taskTexts.states.completedUnscored;
    case 'failed':
    case 'skipped':
      return describeTaskFailure(task) ?? '';
    case 'stopped':
      return taskTexts.stopped;
    case 'waiting':
      return describeWait(task, tasks, status);
    case 'paused':
      return taskTexts.paused(describeStep(task));
    default:
      return describeStep(task);
  }
}

function describeStep({ state, step, unscored }: TaskProjection): string {
  if (state === 'evaluated' && unscored !== null) return taskTexts.states.unscored;
  return state === 'evaluating' || state === 'evaluated'
    ? taskTexts.states[state]
    : taskTexts.states[step];
}

function describeWait(
  { dependsOn }: TaskProjection,
  tasks: readonly TaskProjection[],
  status: EngagementStatus,
): string {
  const needed = tasks
    .filter(({ id, state }) => dependsOn.includes(id) && state !== 'completed')
    .map(({ name }) => name);
  const [first] = needed;
  if (first === undefined) return status === 'paused' ? taskTexts.waitsForResume : taskTexts.next;
  if (needed.length > 2) return taskTexts.waitsForMany(first, needed.length - 1);
  return taskTexts.waitsFor(joinWords(needed));
}
