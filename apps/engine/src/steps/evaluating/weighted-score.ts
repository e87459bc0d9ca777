import type { Rubric } from '@ecp/model-calls/prompt-types';

/** An evaluator's mark for one criterion; `score` is 0 to 100 and is clamped to that. */
export interface CriterionScore {
  id: string;
  score: number;
}

/**
 * The score of a deliverable, 0 to 100 with one decimal: the mean of the criteria, each by its weight.
 * A criterion left unjudged neither lifts nor lowers it; unknown ids are ignored, of a doubled id the first counts.
 * Throws a RangeError naming the gaps when less than half of the weight was judged: no score is better than a guess.
 */
export function weightedScore(rubric: Rubric, criteria: readonly CriterionScore[]): number {
  const scores = new Map<string, number>();
  for (const { id, score } of criteria) {
    if (!scores.has(id) && !Number.isNaN(score)) scores.set(id, Math.min(100, Math.max(0, score)));
  }
  let judgedWeight = 0;
  let sum = 0;
  for (const { id, weight } of rubric.criteria) {
    const score = scores.get(id);
    if (score === undefined) continue;
    judgedWeight += weight;
    sum += weight * score;
  }
  if (judgedWeight < 0.5) {
    const missing = rubric.criteria.filter(({ id }) => !scores.has(id)).map(({ id }) => id);
    throw new RangeError(`The evaluation left too much unjudged: ${missing.join(', ')}`);
  }
  return Math.round((sum / judgedWeight) * 10) / 10;
}
