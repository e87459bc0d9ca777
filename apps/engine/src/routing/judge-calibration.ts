import { verdictThresholds } from '@ecp/contract/values/verdicts';
import { cutNormal, divide, multiply, type Normal, shareBelow } from './normal-distribution.ts';
import type { PastTask, ReviewOutcome } from './past-task.ts';

/** Turns what is known of a document into an estimate of its quality as people would see it, 0 to 100. */
export type QualityReading = (document: Pick<PastTask, 'score' | 'review' | 'failed'>) => Normal;

/**
 * How judges score: `slope` points for each point of quality, and `offset` points too much at the approval threshold.
 */
interface Judging {
  slope: number;
  offset: number;
}

/** Quality of documents before anything is known about them. */
const anyDocument: Normal = { mean: 76, variance: 12 ** 2 };
/**
 * Standard deviations in points: of a reviewer's view of quality, and of the judges' common score around their own
 * scale.
 */
export const reviewNoise = 5;
const judgeNoise = 4;

/** Before any review, judges probably score as people do: slope 1 (± a factor of 2.2) and offset 0 (± 7). */
const slopes = [0.1, 0.17, 0.25, 0.4, 0.6, 0.8, 1, 1.25];
const offsets = [-16, -12, -8, -4, 0, 4, 8, 12, 16];
const [slopeSpread, offsetSpread] = [0.8, 7];
const judgings = slopes.flatMap((slope) => offsets.map((offset): Judging => ({ slope, offset })));

const threshold = verdictThresholds.approve;
/** The range of quality behind each decision of a reviewer, by the anchors of the rubrics. */
const ranges: Record<ReviewOutcome, readonly [from: number, to: number]> = {
  approved: [threshold, Number.POSITIVE_INFINITY],
  revision_requested: [verdictThresholds.reject, threshold],
  rejected: [Number.NEGATIVE_INFINITY, verdictThresholds.reject],
};

/**
 * Calibrates the judges on the documents that people reviewed: Bayes over a grid of slopes and offsets. Returns the
 * reading of a document. A reading is evidence, to be multiplied with a belief: its variance is infinite where nothing
 * is known. A review counts beside the scores, and a failure counts as a rejection.
 */
export function calibrateJudges(past: readonly PastTask[]): QualityReading {
  const reviewed = past.flatMap(({ score, review }) => (score === null || review === null ? [] : [{ score, review }]));
  const logs = judgings.map((judging) => logPrior(judging) + logLikelihood(judging, reviewed));
  const most = Math.max(...logs);
  const odds = logs.map((log) => Math.exp(log - most));
  const total = odds.reduce((sum, one) => sum + one, 0);
  const mean = (of: (judging: Judging) => number) =>
    judgings.reduce((sum, judging, index) => sum + ((odds[index] ?? 0) / total) * of(judging), 0);
  const squared = mean(({ slope }) => slope ** 2);
  const gain = mean(({ slope }) => slope) / squared;
  const shift = mean(({ slope, offset }) => slope * offset) / squared;
  const readScore = (score: number): Normal => {
    return { mean: threshold + gain * (score - threshold) - shift, variance: judgeNoise ** 2 / squared };
  };
  return ({ score, review, failed }) => {
    const scored = score === null || failed ? nothingKnown : readScore(score);
    const outcome = failed ? 'rejected' : review;
    if (outcome === null) return scored;
    return divide(cutNormal(multiply(anyDocument, scored), reviewNoise, ranges[outcome]), anyDocument);
  };
}

const nothingKnown: Normal = { mean: threshold, variance: Number.POSITIVE_INFINITY };

function logPrior({ slope, offset }: Judging): number {
  return -((Math.log(slope) / slopeSpread) ** 2 + (offset / offsetSpread) ** 2) / 2;
}

/** The quality expected at a score rises linearly with it, and its spread is the same at all scores. */
function logLikelihood({ slope, offset }: Judging, reviewed: readonly { score: number; review: ReviewOutcome }[]) {
  const { mean: atThreshold, variance } = multiply(anyDocument, {
    mean: threshold - offset / slope,
    variance: (judgeNoise / slope) ** 2,
  });
  const rise = (variance * slope) / judgeNoise ** 2;
  const spread = Math.hypot(Math.sqrt(variance), reviewNoise);
  return reviewed.reduce((sum, { score, review }) => {
    const expected = atThreshold + rise * (score - threshold);
    const [from, to] = ranges[review];
    const share = shareBelow((to - expected) / spread) - shareBelow((from - expected) / spread);
    return sum + Math.log(Math.max(1e-9, share));
  }, 0);
}
