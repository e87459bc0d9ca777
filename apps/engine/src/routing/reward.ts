/** How people reviewed a document, as the platform reports it (REV-1). */
export type ReviewOutcome = 'approved' | 'revision_requested' | 'rejected';

/** The known outcome of a routed task. Scores are 0 to 100. */
export interface TaskOutcome {
  observerScore: number | null;
  evaluatorScore: number | null;
  review: ReviewOutcome | null;
}

/**
 * Weight of each judgement. People decide, so their review weighs most. The evaluator scores the finished text by a
 * rubric. The observer saw only a draft.
 */
const weights = { review: 0.5, evaluator: 0.3, observer: 0.2 };
/** Score of each review verdict, by the anchors of the rubrics (90 excellent, 50 lacking). */
const reviewScores: Record<ReviewOutcome, number> = { approved: 90, revision_requested: 55, rejected: 20 };

/** Returns the reward of a task, 0 to 100: the weighted mean of its existing judgements. Null without any. */
export function rewardOf({ observerScore, evaluatorScore, review }: TaskOutcome): number | null {
  const parts = [
    { score: review === null ? null : reviewScores[review], weight: weights.review },
    { score: evaluatorScore, weight: weights.evaluator },
    { score: observerScore, weight: weights.observer },
  ].flatMap(({ score, weight }) => (score === null ? [] : [{ score, weight }]));
  const weight = parts.reduce((sum, part) => sum + part.weight, 0);
  return weight === 0 ? null : parts.reduce((sum, part) => sum + part.score * part.weight, 0) / weight;
}
