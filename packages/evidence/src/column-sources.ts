import type { TimeSlice } from '@ecp/semaphore/semaphore';
import type { Statement } from './check-state.ts';
import { type HeldFigure, matchBare, matchFigure } from './compare-figures.ts';
import type { CheckedCalculation } from './evaluate-calculation.ts';
import type { TypedFigure } from './figures.ts';
import type { Passage } from './footnotes.ts';

/**
 * The cells of a column of which nearly all must repeat one column of their sources. Few may do so
 * by chance.
 */
const leastRepeated = { cells: 3, share: 0.75, digits: 2 };

/**
 * A footnote with more quoted rows is of no single row, and comparing each cell with all of them
 * would take long.
 */
const mostQuotedRows = 40;

/** A cell that differs from the column of its source which the other cells of its column repeat. */
interface OddCell {
  statement: Statement;
  figure: TypedFigure;
}

/**
 * Finds the cells of a document's table whose source row has another value in the column that the
 * other cells of their column repeat. A value that a calculation of the cell gives is no such cell.
 * @param tableRows the statements of one table, each a row or a part of one, with their proofs
 */
export async function findOddCells(
  tableRows: readonly Statement[],
  calculations: ReadonlyMap<string, CheckedCalculation>,
  slice: TimeSlice,
): Promise<OddCell[]> {
  const rows = tableRows.filter(({ passages }) => passages.length <= mostQuotedRows);
  const sourceColumns = await readSourceColumns(rows, slice);
  const oddCells: OddCell[] = [];
  for (const statement of rows) {
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
    const results = statement.footnotes.flatMap(({ label }) => {
      const figures = calculations.get(label)?.held ?? [];
      return figures.filter(({ citation }) => citation === label);
    });
    const oddFigures = statement.figures.filter((figure) => {
      const column = sourceColumns.get(figure.cell?.column ?? '');
      if (column === undefined || showsAny(figure, results)) return false;
      const cells = listCells(statement.passages, column);
      return cells.length > 0 && !showsAny(figure, cells);
    });
    oddCells.push(...oddFigures.map((figure) => ({ statement, figure })));
  }
  return oddCells;
}

/**
 * Maps each column of a document's table to the column of the sources that nearly all of its cells
 * repeat.
 */
async function readSourceColumns(
  rows: readonly Statement[],
  slice: TimeSlice,
): Promise<ReadonlyMap<string, string>> {
  const cells = rows.flatMap(listPlacedFigures);
  const columns = new Map<string, string>();
  for (const [column, columnCells] of Map.groupBy(
    cells,
    ({ figure }) => figure.cell?.column ?? '',
  )) {
    const repeatedColumns: string[][] = [];
    for (const { figure, passages } of columnCells) {
      if (slice.isUsedUp()) await slice.yieldToEventLoop();
      repeatedColumns.push(findRepeated(figure, passages));
    }
    const counts = [...new Set(repeatedColumns.flat())].map((name) => {
      const count = repeatedColumns.filter((names) => names.includes(name)).length;
      return { name, count };
    });
    const [first] = counts.sort((entry, nextEntry) => nextEntry.count - entry.count);
    if (column === '' || first === undefined) continue;
    const isMost =
      first.count >= leastRepeated.cells && first.count >= columnCells.length * leastRepeated.share;
    const isAllButOne =
      columnCells.length === leastRepeated.cells && first.count === columnCells.length - 1;
    if (isMost || (isAllButOne && columnCells.every(hasLongNumber)))
      columns.set(column, first.name);
  }
  return columns;
}

interface PlacedFigure {
  figure: TypedFigure;
  passages: readonly Passage[];
}

const listPlacedFigures = ({ figures, passages }: Statement): PlacedFigure[] =>
  figures.map((figure) => ({ figure, passages }));

/** True for a number that few other cells have by chance. */
const hasLongNumber = ({ figure }: PlacedFigure): boolean =>
  figure.shown.replace(/\D/g, '').length >= leastRepeated.digits;

/** Lists the columns of quoted rows that have the value of a figure. */
function findRepeated(figure: TypedFigure, passages: readonly Passage[]): string[] {
  const columns = new Set(
    passages.flatMap(({ row, table }) => (row && table ? table.columns : [])),
  );
  return [...columns].filter((column) => showsAny(figure, listCells(passages, column)));
}

function listCells(passages: readonly Passage[], column: string): HeldFigure[] {
  return passages.flatMap(({ row, table, citation }) => {
    const figure = row?.figures[table?.columns.indexOf(column) ?? -1];
    return figure ? [{ figure, citation, origin: 'passage' as const }] : [];
  });
}

const showsAny = (figure: TypedFigure, cells: readonly HeldFigure[]): boolean =>
  [...matchFigure(figure, cells), ...matchBare(figure, cells)].some(({ how }) => how !== 'loose');
