/** A cell of a CSV file. A number that must keep its decimals is given as written. */
export type CsvCell = string | number | boolean | null | { written: string };

/** Matches a text that a spreadsheet would treat as a formula. */
const looksLikeFormula = /^[=+\-@\t\r]/;

/**
 * Writes rows as CSV with the byte order mark by which spreadsheets know UTF-8; no text in it is a
 * formula.
 */
export function writeCsv(rows: readonly (readonly CsvCell[])[]): Buffer {
  return Buffer.from(`\uFEFF${rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')}`);
}

function writeCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'object') return value.written;
  if (typeof value !== 'string') return String(value);
  const harmless = looksLikeFormula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
