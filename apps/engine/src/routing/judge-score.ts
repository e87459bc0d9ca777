/** Weight of each judge. The evaluator scores the finished text by a rubric; the observer saw only a draft. */
const weights = { evaluator: 0.6, observer: 0.4 };

/** Returns the judges' common score of a document, 0 to 100: the weighted mean of what there is. Null without any. */
export function judgeScoreOf(scores: { observerScore: number | null; evaluatorScore: number | null }): number | null {
  const { observerScore, evaluatorScore } = scores;
  if (observerScore === null || evaluatorScore === null) return evaluatorScore ?? observerScore;
  return weights.evaluator * evaluatorScore + weights.observer * observerScore;
}
