/**
 * A number measured several times; `variance` is the sample variance, 0 for a single measurement.
 */
export interface Sample {
  count: number;
  mean: number;
  variance: number;
}

/** Fewer measurements support no finding. */
export const minSampleSize = 8;

/**
 * Standard errors that count as noise. Chance exceeds three in about 1 of 100 comparisons of the
 * smallest samples.
 */
const noiseErrors = 3;

/**
 * Returns the means' difference `a` minus `b` and the `margin` of chance (Welch). Null below
 * `minSampleSize`.
 */
export function compareSamples(
  a: Sample,
  b: Sample,
): { difference: number; margin: number } | null {
  if (a.count < minSampleSize || b.count < minSampleSize) return null;
  const margin = noiseErrors * Math.sqrt(a.variance / a.count + b.variance / b.count);
  return { difference: a.mean - b.mean, margin };
}

/** Whether a comparison shows a difference of at least `least` that is not noise. */
export function isSignificantlyGreater(
  comparison: { difference: number; margin: number },
  least: number,
): boolean {
  return comparison.difference >= least && comparison.difference > comparison.margin;
}

/**
 * Returns the least share, 0 to 1, that `hits` of `count` prove (Wilson's interval). 0 below
 * `minSampleSize`.
 */
export function wilsonLowerBound(hits: number, count: number): number {
  if (count < minSampleSize) return 0;
  const share = hits / count;
  const squared = noiseErrors ** 2;
  const spread = noiseErrors * Math.sqrt((share * (1 - share) + squared / (4 * count)) / count);
  return Math.max(0, (share + squared / (2 * count) - spread) / (1 + squared / count));
}

/**
 * Counts of verdict pairs of two raters: square, a rater in rows and one in columns, in the same
 * order.
 */
export type AgreementTable = readonly (readonly number[])[];

export interface Agreement {
  /** Number of documents that both judged. */
  count: number;
  /** Share of documents with the same verdict, 0 to 1. */
  observed: number;
  /** Share that a rater matches who always gives the second rater's most common verdict. */
  baseRate: number;
  /** Agreement by chance of two raters who give each verdict as often as these, but at random. */
  byChance: number;
  /**
   * Cohen's kappa: 1 is full agreement, 0 chance, below 0 less. Null when both gave the same
   * verdict to all.
   */
  kappa: number | null;
  /** Kappa in which approve and reject are twice as far apart as neighbours (linear weights). */
  weightedKappa: number | null;
  /** Uncertainty of kappa: two standard errors; null if kappa is null. */
  margin: number | null;
}

/** How many standard errors count as noise. About 1 in 20 comparisons exceeds two by chance. */
const kappaNoiseErrors = 2;

/**
 * Measures the agreement of two raters (Cohen 1960; large-sample standard error). Throws on an
 * invalid table.
 */
export function measureAgreement(table: AgreementTable): Agreement {
  const size = table.length;
  if (table.some((row) => row.length !== size))
    throw new RangeError('The table of verdicts is not square');
  const at = (row: number, column: number) => table[row]?.[column] ?? 0;
  const places = Array.from({ length: size }, (_, place) => place);
  const sum = (of: (place: number) => number) =>
    places.reduce((total, place) => total + of(place), 0);
  const rows = places.map((row) => sum((column) => at(row, column)));
  const columns = places.map((column) => sum((row) => at(row, column)));
  const count = rows.reduce((total, row) => total + row, 0);
  if (count === 0) throw new RangeError('The table of verdicts is empty');
  const chance = (row: number, column: number) =>
    ((rows[row] ?? 0) * (columns[column] ?? 0)) / count ** 2;
  const observed = sum((place) => at(place, place)) / count;
  const byChance = sum((place) => chance(place, place));
  /**
   * Returns the mean distance of the verdicts, given or by chance; neighbours have a distance of 1.
   */
  const apart = (share: (row: number, column: number) => number) =>
    sum((row) => sum((column) => share(row, column) * Math.abs(row - column)));
  const apartByChance = apart(chance);
  const isDefined = byChance < 1;
  return {
    count,
    observed,
    baseRate: Math.max(...columns) / count,
    byChance,
    kappa: isDefined ? (observed - byChance) / (1 - byChance) : null,
    weightedKappa: isDefined
      ? 1 - apart((row, column) => at(row, column) / count) / apartByChance
      : null,
    margin: isDefined
      ? (kappaNoiseErrors * Math.sqrt((observed * (1 - observed)) / count)) / (1 - byChance)
      : null,
  };
}
