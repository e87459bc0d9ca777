import { toCsv } from '../../../charts/to-csv.ts';
import type { Cell, RecordedQuery } from '../../../domain/data/queries.ts';

/**
 * Writes a result as comma-separated values (RFC 4180), unrounded, with the units in the header row. A text that a
 * spreadsheet would run as a formula is preceded by an apostrophe.
 */
export function writeResultCsv({ columns, rows }: Pick<RecordedQuery, 'columns' | 'rows'>): string {
  const titled = columns.map(({ name, unit }, at) => ({
    title: unit === null || name.includes(unit) ? name : `${name} (${unit})`,
    value: (cells: readonly Cell[]) => plain(cells[at] ?? null),
  }));
  return toCsv({ columns: titled, rows });
}

const plain = (cell: Cell) => (typeof cell === 'boolean' ? String(cell) : cell);
