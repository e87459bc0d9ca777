/** How people judged a document, as the platform reports it (REV-1). */
export type ReviewOutcome = 'approved' | 'revision_requested' | 'rejected';

/** What is known of how a routed task turned out; scores 0 to 100. */
export interface TaskOutcome {
  observerScore: number | null;
  evaluatorScore: number | null;
  review: ReviewOutcome | null;
}

/**
 * How much each judgement counts. People decide, so their review weighs most; the evaluator judges the finished text by
 * a rubric; the observer saw a draft.
 */
const weights = { review: 0.5, evaluator: 0.3, observer: 0.2 };
/** What a review is worth on the scale of the scores, by the anchors of the rubrics (90 excellent, 50 lacking). */
const reviewScores: Record<ReviewOutcome, number> = { approved: 90, revision_requested: 55, rejected: 20 };

/** One number, 0 to 100, for how a task turned out: the weighted mean of the judgements there are; null without any. */
export function rewardOf({ observerScore, evaluatorScore, review }: TaskOutcome): number | null {
  const parts = [
    { score: review === null ? null : reviewScores[review], weight: weights.review },
    { score: evaluatorScore, weight: weights.evaluator },
    { score: observerScore, weight: weights.observer },
  ].flatMap(({ score, weight }) => (score === null ? [] : [{ score, weight }]));
  const weight = parts.reduce((sum, part) => sum + part.weight, 0);
  return weight === 0 ? null : parts.reduce((sum, part) => sum + part.score * part.weight, 0) / weight;
}
