import type { NumberStyle } from '@ecp/language/number-style';
import type { RecordedQuery } from '../../shared/data/data-queries.ts';
import { citeQuery, nameQuery } from '../../shared/data/recorded-query.tsx';

/** Rows of a result that a document's table shows. */
const tableRows = 30;

/**
 * Writes a result as a table of a document, under a sentence whose footnote cites the query;
 * numbers as `style` says.
 */
export function writeTableBlock(
  query: RecordedQuery,
  { decimalSign }: Pick<NumberStyle, 'decimalSign'>,
): string {
  const { id, columns, rows } = query;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const head = line(
    columns.map(({ name, unit }) => cell(unit === null ? name : `${name} (${unit})`)),
  );
  const rule = line(columns.map(({ type }) => (type === 'number' ? '---:' : '---')));
  const write = (value: unknown, at: number) => {
    const text = String(value ?? '');
    return columns[at]?.type === 'number' && decimalSign === ','
      ? text.replace('.', ',')
      : cell(text);
  };
  const shown = rows.slice(0, tableRows).map((row) => line(row.map(write)));
  return `${cell(nameQuery(query))}[^${id}]\n\n${[head, rule, ...shown].join('\n')}\n\n[^${id}]: ${citeQuery(query)}`;
}

const cell = (text: string) => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();
