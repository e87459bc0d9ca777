/**
 * How often two raters gave each pair of verdicts: a square table of counts, the rows one rater, the columns the other,
 * both in the same order of categories.
 */
export type AgreementTable = readonly (readonly number[])[];

export interface Agreement {
  /** Documents that both judged. */
  count: number;
  /** Share of them with the same verdict, 0 to 1. */
  observed: number;
  /** Share that somebody gets who always gives the second rater's commonest verdict. */
  baseRate: number;
  /** The agreement that both get by chance who give their verdicts as often as they do, but blindly. */
  byChance: number;
  /**
   * Cohen's kappa: of the agreement that chance leaves open, the share that was reached; 1 is full, 0 chance, below 0 less
   * than chance. Null where chance leaves nothing open, as both gave one and the same verdict to all.
   */
  kappa: number | null;
  /** Kappa that counts approve against reject twice as far apart as neighbours (linear weights). */
  weightedKappa: number | null;
  /** What chance alone can make of kappa, two standard errors; null with it. */
  margin: number | null;
}

/** How many standard errors count as noise: about 1 in 20 comparisons goes beyond. */
const noiseErrors = 2;

/** Measures the agreement of two raters (Cohen 1960; its large-sample standard error). Throws on an empty or ragged table. */
export function measureAgreement(table: AgreementTable): Agreement {
  const size = table.length;
  if (table.some((row) => row.length !== size)) throw new RangeError('The table of verdicts is not square');
  const at = (row: number, column: number) => table[row]?.[column] ?? 0;
  const places = Array.from({ length: size }, (_, place) => place);
  const sum = (of: (place: number) => number) => places.reduce((total, place) => total + of(place), 0);
  const rows = places.map((row) => sum((column) => at(row, column)));
  const columns = places.map((column) => sum((row) => at(row, column)));
  const count = rows.reduce((total, row) => total + row, 0);
  if (count === 0) throw new RangeError('Nothing was judged');
  const chance = (row: number, column: number) => ((rows[row] ?? 0) * (columns[column] ?? 0)) / count ** 2;
  const observed = sum((place) => at(place, place)) / count;
  const byChance = sum((place) => chance(place, place));
  /** Mean distance of the verdicts, as given and by chance; 1 between neighbours. */
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
    weightedKappa: isDefined ? 1 - apart((row, column) => at(row, column) / count) / apartByChance : null,
    margin: isDefined ? (noiseErrors * Math.sqrt((observed * (1 - observed)) / count)) / (1 - byChance) : null,
  };
}
