import { saveBlob } from '../../api/save-download.ts';

/** Matches a text that a spreadsheet would treat as a formula. */
const looksLikeFormula = /^[=+\-@\t\r]/;

function writeCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = looksLikeFormula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * Formats the numbers behind a chart as comma-separated values (RFC 4180), unrounded, with a header
 * row.
 */
export function toCsv<T>({ columns, rows }: ChartTable<T>): string {
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ value }) => value(row))),
  ];
  return lines.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('');
}

/**
 * Saves the numbers behind a chart as a file. A byte order mark tells spreadsheets that it is
 * UTF-8.
 */
export function saveCsv<T>(name: string, table: ChartTable<T>): void {
  saveBlob(new Blob(['\uFEFF', toCsv(table)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
}

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
  return (
    rows.some((row) => value(row) !== null) && rows.every((row) => typeof value(row) !== 'string')
  );
}
