/** A number measured several times; `variance` is the sample variance, 0 for a single measurement. */
export interface Sample {
  count: number;
  mean: number;
  variance: number;
}

/** Fewer measurements support no finding. */
export const minSampleSize = 8;

/**
 * How many standard errors count as noise. Chance alone exceeds three in about 1 of 100 comparisons of the smallest
 * samples, and more rarely with larger ones, so several pairs can be compared at once.
 */
const noiseErrors = 3;

/**
 * Returns the difference of two means, `a` minus `b`, and the `margin` that chance can explain (Welch). Null when
 * either has fewer than `minSampleSize` measurements.
 */
export function compareSamples(a: Sample, b: Sample): { difference: number; margin: number } | null {
  if (a.count < minSampleSize || b.count < minSampleSize) return null;
  const margin = noiseErrors * Math.sqrt(a.variance / a.count + b.variance / b.count);
  return { difference: a.mean - b.mean, margin };
}

/** Whether a comparison shows a difference of at least `least` that is not noise. */
export function isSignificantlyGreater(comparison: { difference: number; margin: number }, least: number): boolean {
  return comparison.difference >= least && comparison.difference > comparison.margin;
}

/**
 * Returns the share, 0 to 1, that `hits` of `count` prove at least, chance excluded (lower end of Wilson's interval).
 * 0 when `count` is below `minSampleSize`.
 */
export function wilsonLowerBound(hits: number, count: number): number {
  if (count < minSampleSize) return 0;
  const share = hits / count;
  const squared = noiseErrors ** 2;
  const spread = noiseErrors * Math.sqrt((share * (1 - share) + squared / (4 * count)) / count);
  return Math.max(0, (share + squared / (2 * count) - spread) / (1 + squared / count));
}
