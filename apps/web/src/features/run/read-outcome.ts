import type { FailureReason } from '@ecp/contract/values/run-facts';
import type { RunView } from '../../domain/runs/use-run-view.ts';
import { formatScore } from '../../format/format.ts';
import { runTexts } from '../../texts/en/run.ts';

const texts = runTexts.outcome;

/** The facts that determine the outcome of a run. */
type OutcomeFacts = Pick<RunView, 'status' | 'error' | 'failureReason' | 'projection'> & {
  engagement: Pick<RunView['engagement'], 'deliverables' | 'sample'>;
};

/** Outcome of a run that is not running. */
export interface Outcome {
  kind: 'completed' | 'paused' | 'stopped' | 'exhausted' | 'failed';
  title: string;
  advice: string;
  /** Error text of the service; null if the title says everything. */
  reason: string | null;
  /** Number of finished deliverables. */
  finished: number;
  /** Number of deliverables whose latest version is still pending review; none wait in the sample (SMP-3). */
  toReview: number;
}

/** Derives the outcome from a run's status and failure reason (RUN-11, BUD-3). Returns null while it runs. */
export function readOutcome({ status, error, failureReason, projection, engagement }: OutcomeFacts): Outcome | null {
  const latest = [...new Map(engagement.deliverables.toReversed().map((file) => [file.filename, file])).values()];
  const pending = latest.filter(({ approvalStatus }) => approvalStatus === 'pending_review').length;
  const toReview = engagement.sample ? 0 : pending;
  const written = projection.tasks.filter(({ wordCount }) => wordCount !== null).length;
  const finished = Math.max(latest.length, written);
  const counts = { finished, toReview };
  if (status === 'paused') return { kind: 'paused', ...texts.paused, reason: null, ...counts };
  if (status === 'completed') {
    const { title, advice, written: writtenAdvice } = texts.completed;
    const first = engagement.sample ? writtenAdvice(finished) : advice(latest.length === 0 ? written : toReview);
    return { kind: 'completed', title, advice: `${first} ${averageOf(projection.tasks)}`, reason: null, ...counts };
  }
  if (status !== 'failed') return null;
  const kind = kindOfFailure(failureReason);
  const { title, advice } = texts[kind];
  return { kind, title, advice: advice(finished), reason: kind === 'stopped' ? null : error, ...counts };
}

function kindOfFailure(reason: FailureReason | null): 'stopped' | 'exhausted' | 'failed' {
  if (reason === 'stopped') return 'stopped';
  return reason === 'budget_exhausted' ? 'exhausted' : 'failed';
}

function averageOf(tasks: RunView['projection']['tasks']): string {
  const scores = tasks.flatMap(({ score }) => (score === null ? [] : [score]));
  if (scores.length === 0) return '';
  return texts.completed.average(formatScore(scores.reduce((sum, score) => sum + score, 0) / scores.length));
}
