import { median } from '../median.ts';

/** Returns the difference of the highest and the lowest round as a share of the median. Throws on an empty list. */
export function spreadOf(rounds: readonly number[]): number {
  return (Math.max(...rounds) - Math.min(...rounds)) / median(rounds);
}
