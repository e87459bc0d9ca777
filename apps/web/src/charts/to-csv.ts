import type { ChartTable } from './chart-table.ts';

/** Matches a text that a spreadsheet would treat as a formula. */
const looksLikeFormula = /^[=+\-@\t\r]/;

function writeCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = looksLikeFormula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Formats the numbers behind a chart as comma-separated values (RFC 4180), unrounded, with a header row. */
export function toCsv<T>({ columns, rows }: ChartTable<T>): string {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ value }) => value(row)))];
  return lines.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('');
}
