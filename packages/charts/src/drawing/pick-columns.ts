import type { ChartResult } from './chart-data.ts';

/** Leaves the columns that a chart names: a result may have many more, with long texts. */
export function pickColumns({ columns, rows }: ChartResult, names: readonly string[]): ChartResult {
  const kept = columns.flatMap(({ name }, index) => (names.includes(name) ? [index] : []));
  return {
    columns: kept.flatMap((index) => columns[index] ?? []),
    rows: rows.map((row) => kept.map((index) => row[index] ?? null)),
  };
}
