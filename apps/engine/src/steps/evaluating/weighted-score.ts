import type { Rubric } from '@ecp/model-calls/prompt-types';

/** An evaluator's mark for one criterion. `score` is clamped to 0 to 100. */
export interface CriterionScore {
  id: string;
  score: number;
}

/**
 * Returns the score of a deliverable, 0 to 100 with one decimal: the weighted mean of its criteria.
 * A criterion without a mark does not change it. Unknown ids are ignored, and the first of duplicate ids counts.
 * Throws a RangeError with the missing criteria if less than half of the weight was scored: no score beats a guess.
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
    throw new RangeError(`The evaluation left too many criteria without a score: ${missing.join(', ')}`);
  }
  return Math.round((sum / judgedWeight) * 10) / 10;
}
