import { hasEveryWord } from '../../base/format/words.ts';
import { shownLocale } from '../../base/language/language.ts';
import { formatValue, type Grid, type GridCell, type GridRow, groupOf } from './cells.ts';
import { type CellGroup, cellGroups, type GridView } from './grid-search.ts';

/**
 * Returns the rows that match a view, in its order. Rows that do not differ keep the order of the
 * grid.
 */
export function viewRows(
  { columns, rows }: Pick<Grid, 'columns' | 'rows'>,
  view: GridView,
): readonly GridRow[] {
  const { q = '', group, sort, order } = view;
  const at = columns.findIndex(({ id }) => id === view.column);
  const isFound = (cells: readonly GridCell[]) =>
    at === -1
      ? cells.some((cell) => groupOf(cell) === group)
      : cells.some((cell, of) => of === at && groupOf(cell) === group);
  const hasWords = ({ filename, cells }: GridRow) =>
    hasEveryWord(
      [
        filename,
        ...cells.map(({ value }, of) => formatValue(value, columns[of] ?? { type: 'text' })),
      ].join(' '),
      q,
    );
  const matching = rows.filter(
    (row) => (group === undefined || isFound(row.cells)) && (q === '' || hasWords(row)),
  );
  const sorted = columns.findIndex(({ id }) => id === sort);
  if (sorted === -1 && sort !== 'file') return matching;
  const words = new Intl.Collator(shownLocale(), { numeric: true });
  const sign = order === 'desc' ? -1 : 1;
  return matching.toSorted((one, other) =>
    sorted === -1
      ? sign * words.compare(one.filename, other.filename)
      : compareCells(one.cells[sorted], other.cells[sorted], words, sign),
  );
}

/** Compares the values of two cells. Those without one come last in either order. */
function compareCells(
  one: GridCell | undefined,
  other: GridCell | undefined,
  words: Intl.Collator,
  sign: number,
): number {
  const [a, b] = [one?.value ?? null, other?.value ?? null];
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  return sign * words.compare(String(a), String(b));
}

/** Counts the cells of a grid by their groups. */
export function countGroups({ rows }: Pick<Grid, 'rows'>): Record<CellGroup, number> {
  const counts = Object.fromEntries(cellGroups.map((group) => [group, 0])) as Record<
    CellGroup,
    number
  >;
  for (const { cells } of rows) for (const cell of cells) counts[groupOf(cell)] += 1;
  return counts;
}
