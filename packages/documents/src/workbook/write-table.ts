import { bookWords } from './book-words.ts';
import type { TableBook } from './workbook-types.ts';
import { drawBook } from './writing/draw-book.ts';
import { createNameBook, rangeReference } from './writing/excel-names.ts';
import { buildTableSheet } from './writing/table-sheet.ts';

/**
 * Writes one table as the file of a workbook with one worksheet, or with a second one for its
 * sources.
 */
export function writeTable({
  title,
  language = 'en',
  lines = [],
  columns,
  rows,
  company = '',
  color,
  sources,
  ...rest
}: TableBook): Uint8Array {
  const names = createNameBook();
  const words = bookWords(language);
  const sheet = buildTableSheet({
    name: names.sheet(title),
    title,
    words,
    lines,
    warnings: [],
    columns,
    rows,
    ...rest,
  });
  const second =
    sources &&
    buildTableSheet({
      ...sources,
      words,
      lines: [],
      warnings: [],
      wraps: true,
      name: names.sheet(sources.title),
    });
  const last = [sheet.rows.length - 1, columns.length - 1] as const;
  const reference = rangeReference(sheet.name, [sheet.head, 0], last);
  return drawBook({
    title,
    company,
    subject: lines[0] ?? '',
    color: color ?? null,
    sheets: second ? [sheet, second] : [sheet],
    words,
    names: columns.length === 0 ? [] : [{ name: names.range(title), reference }],
  });
}
