/**
 * Returns the mean of scores with two decimals, null without scores: every place that tells an
 * average tells this one.
 */
export function averageScore(scores: readonly number[]): number | null {
  if (scores.length === 0) return null;
  return Math.round((scores.reduce((sum, score) => sum + score, 0) / scores.length) * 100) / 100;
}

/**
 * Rounds a score to one decimal, halves up: 87.55 is 87.6, which the binary fraction of 87.55 would
 * make 87.5.
 */
export const roundScore = (score: number): number =>
  Math.round(Number((score * 10).toFixed(6))) / 10;
