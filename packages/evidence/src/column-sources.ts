import type { Statement } from './check-state.ts';
import { type HeldFigure, matchBare, matchFigure } from './compare-figures.ts';
import type { CheckedCalculation } from './evaluate-calculation.ts';
import type { TypedFigure } from './figures.ts';
import type { Passage } from './footnotes.ts';

/** The share of a column's cells that show which column of their sources it repeats. Few numbers may do so by chance. */
const leastRepeated = { cells: 3, share: 0.75 };

/** A cell that differs from the column of its source which the other cells of its column repeat. */
export interface OddCell {
  statement: Statement;
  figure: TypedFigure;
}

/**
 * Finds the cells of a document's table whose source row has another value in the column that the other cells of their
 * column repeat. A value that a calculation of the cell gives is no such cell.
 * @param rows the statements of one table, each a row or a part of one, with their proofs
 */
export function findOddCells(
  rows: readonly Statement[],
  calculations: ReadonlyMap<string, CheckedCalculation>,
): OddCell[] {
  const sourceColumns = readSourceColumns(rows);
  return rows.flatMap((statement) => {
    const computed = statement.footnotes.flatMap(({ label }) => calculations.get(label)?.held ?? []);
    const odd = statement.figures.filter((figure) => {
      const column = sourceColumns.get(figure.cell?.column ?? '');
      if (column === undefined || showsAny(figure, computed)) return false;
      const cells = listCells(statement.passages, column);
      return cells.length > 0 && !showsAny(figure, cells);
    });
    return odd.map((figure) => ({ statement, figure }));
  });
}

/** Maps each column of a document's table to the column of the sources that nearly all of its proved cells repeat. */
function readSourceColumns(rows: readonly Statement[]): ReadonlyMap<string, string> {
  const repeated = new Map<string, Map<string, number>>();
  const sizes = new Map<string, number>();
  for (const { figures, proof } of rows)
    for (const { cell, start } of figures) {
      if (!cell || cell.column === '') continue;
      sizes.set(cell.column, (sizes.get(cell.column) ?? 0) + 1);
      const source = proof?.held.find(({ figure }) => figure.start === start)?.figure.cell;
      if (!source) continue;
      const counts = repeated.get(cell.column) ?? new Map<string, number>();
      repeated.set(cell.column, counts.set(source.column, (counts.get(source.column) ?? 0) + 1));
    }
  const columns = new Map<string, string>();
  for (const [column, counts] of repeated) {
    const [first] = [...counts].sort(([, one], [, other]) => other - one);
    const size = sizes.get(column) ?? 0;
    if (first && first[1] >= leastRepeated.cells && first[1] >= size * leastRepeated.share)
      columns.set(column, first[0]);
  }
  return columns;
}

function listCells(passages: readonly Passage[], column: string): HeldFigure[] {
  return passages.flatMap(({ row, table, citation }) => {
    const figure = row?.figures[table?.columns.indexOf(column) ?? -1];
    return figure ? [{ figure, citation, origin: 'passage' as const }] : [];
  });
}

const showsAny = (figure: TypedFigure, held: readonly HeldFigure[]): boolean =>
  [...matchFigure(figure, held), ...matchBare(figure, held)].some(({ how }) => how !== 'loose');
