/** One column of the numbers behind a chart. */
export interface ChartColumn<T> {
  title: string;
  /** The plain value, as the file holds it. */
  value: (row: T) => string | number | null;
  /** The value in words and units, as people read it; without, as it is. */
  text?: (row: T) => string;
}

/** The numbers behind a chart: shown in its place on demand, and downloaded. */
export interface ChartTable<T> {
  columns: readonly ChartColumn<T>[];
  rows: readonly T[];
}

/** A cell as people read it; nothing known is a dash. */
export function cellText<T>({ value, text }: ChartColumn<T>, row: T): string {
  const plain = value(row);
  return plain === null ? '–' : (text?.(row) ?? String(plain));
}

/** Whether all that the column holds are numbers: they stand at the right. */
export function isNumeric<T>({ value }: ChartColumn<T>, rows: readonly T[]): boolean {
  return rows.some((row) => value(row) !== null) && rows.every((row) => typeof value(row) !== 'string');
}
