import type { Normal } from './normal-distribution.ts';

/** Fewest results that show a change, and the least difference of the means before and after, in standard errors. */
const fewest = 4;
const clearDifference = 3.5;

/**
 * Returns a model's results since it last changed behind its name: all of them, or the newest ones, if their mean
 * differs clearly from that of the older ones. The newest comes first. `spread` is the standard deviation of single
 * tasks in points.
 */
export function sinceChange<T extends { quality: Normal }>(results: readonly T[], spread: number): readonly T[] {
  const weighed = results.map(({ quality }) => {
    const precision = 1 / (quality.variance + spread ** 2);
    return { precision, observed: precision * quality.mean };
  });
  const whole = weighed.reduce(add, nothing);
  let newer = nothing;
  let [clearest, changedAt] = [clearDifference, results.length];
  for (const [index, result] of weighed.entries()) {
    newer = add(newer, result);
    const count = index + 1;
    if (count < fewest || count + fewest > results.length) continue;
    const older = { precision: whole.precision - newer.precision, observed: whole.observed - newer.observed };
    const difference = newer.observed / newer.precision - older.observed / older.precision;
    const errors = Math.abs(difference) / Math.sqrt(1 / newer.precision + 1 / older.precision);
    if (errors > clearest) [clearest, changedAt] = [errors, count];
  }
  return results.slice(0, changedAt);
}

interface Sum {
  precision: number;
  observed: number;
}
const nothing: Sum = { precision: 0, observed: 0 };
const add = (one: Sum, other: Sum): Sum => {
  return { precision: one.precision + other.precision, observed: one.observed + other.observed };
};
