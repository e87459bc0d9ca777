import { type Grid, type GridRow, writeValue } from './cells.ts';
import { gridTexts } from './texts.ts';

/** Matches a text that a spreadsheet would run as a formula. */
const looksLikeFormula = /^[=+\-@]/;

function plain(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return looksLikeFormula.test(line) && !/^-?[\d.,]+$/.test(line) ? `'${line}` : line;
}

/**
 * Writes rows with tabs between their cells, as spreadsheets paste them. Columns count from -1, the
 * files. `head` adds the names of the columns.
 */
export function writeTsv(
  rows: readonly GridRow[],
  columns: Grid['columns'],
  {
    from = -1,
    to = columns.length - 1,
    head = false,
  }: { from?: number; to?: number; head?: boolean } = {},
): string {
  const shown = columns.slice(Math.max(0, from), to + 1);
  const line = (file: string, cells: readonly string[]) =>
    [...(from < 0 ? [file] : []), ...cells].map(plain).join('\t');
  const lines = rows.map(({ filename, cells }) =>
    line(
      filename,
      shown.map((column) => writeValue(cells[columns.indexOf(column)]?.value ?? null, column)),
    ),
  );
  return [
    ...(head
      ? [
          line(
            gridTexts.table.file,
            shown.map(({ name }) => name),
          ),
        ]
      : []),
    ...lines,
  ].join('\n');
}
