/** One column of the numbers behind a chart. */
export interface ChartColumn<T> {
  title: string;
  /** The plain value, as written to the file. */
  value: (row: T) => string | number | null;
  /** The value as displayed, with its unit; by default the plain value. */
  text?: (row: T) => string;
}

/** The numbers behind a chart, for the table in its place and for the download. */
export interface ChartTable<T> {
  columns: readonly ChartColumn<T>[];
  rows: readonly T[];
}

/** Returns the text of a cell; a dash for an unknown value. */
export function cellText<T>({ value, text }: ChartColumn<T>, row: T): string {
  const plain = value(row);
  return plain === null ? '–' : (text?.(row) ?? String(plain));
}

/** Whether a column contains only numbers, so that it is aligned to the right. */
export function isNumeric<T>({ value }: ChartColumn<T>, rows: readonly T[]): boolean {
  return rows.some((row) => value(row) !== null) && rows.every((row) => typeof value(row) !== 'string');
}
