/** The constant of the paper that introduced the method (Cormack, Clarke, Büttcher 2009). Low ranks count little. */
const rankConstant = 60;

/**
 * Joins rankings of one collection by reciprocal rank fusion, without comparing scores. Equal sums keep the first
 * order.
 */
export function fuseRankings(rankings: number[][], limit: number): number[] {
  const sums = new Map<number, number>();
  for (const ranking of rankings) {
    for (const [rank, id] of ranking.entries()) sums.set(id, (sums.get(id) ?? 0) + 1 / (rankConstant + rank + 1));
  }
  return [...sums]
    .sort(([one, oneSum], [other, otherSum]) => otherSum - oneSum || one - other)
    .slice(0, limit)
    .map(([id]) => id);
}
