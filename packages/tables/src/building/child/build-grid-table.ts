import type { Cell, GridRow } from './cells/cell.ts';
import { ColumnSurvey } from './cells/column-survey.ts';
import { fillCell } from './cells/fill-cell.ts';
import type { DecimalSign } from './cells/read-number.ts';
import type { TableLayout } from './layout/read-head.ts';
import { TotalRows } from './layout/total-rows.ts';
import type { LeftOutRows } from './left-out-rows.ts';
import type { FinishedTable, TableStorage } from './storing/table-writer.ts';
import { labelOf, shapeTable } from './table-shape.ts';

/** Builds a table of rows in memory. Rows of totals and notes go to `leftOut`. */
export async function buildGridTable(
  storage: TableStorage,
  layout: TableLayout,
  table: string,
  usualSign: DecimalSign,
  leftOut: LeftOutRows,
): Promise<FinishedTable> {
  const { columns } = layout;
  const body = dropNotes(layout, table, leftOut);
  const surveys = columns.map(() => new ColumnSurvey());
  for (const row of body) {
    // The label of a total may stand in a column of years.
    if (labelOf(row) === 'exact') continue;
    for (const [at, { at: place }] of columns.entries()) {
      const cell = row.cells[place];
      if (cell) surveys[at]?.add(cell);
    }
  }
  const shape = shapeTable(layout, surveys, usualSign);
  const writer = await storage.openWriter(shape.columns.map(({ stored }) => stored));
  const totals = new TotalRows(shape.addable);
  const values = new Float64Array(columns.length);
  for (const row of body) {
    const label = labelOf(row) ?? (shape.hasLabels ? null : 'none');
    for (const [at, { at: place, type }] of shape.columns.entries()) {
      const cell = row.cells[place] ?? null;
      const buffer = writer.buffers[at];
      if (cell?.kind === 'error')
        leftOut.add('error_cell', { table, column: columns[at]?.name ?? '' }, row.number, cell.text);
      values[at] = cell && buffer && label !== 'exact' ? fillCell(buffer, writer.row, cell, type) : Number.NaN;
    }
    if (!totals.isTotal(label, values)) writer.endRow();
    else {
      writer.clearRow();
      leftOut.add('total', { table }, row.number, textOf(row));
    }
  }
  noteDoubts(shape.columns, surveys, table, leftOut);
  return writer.finish();
}

/** Notes columns that are text although most of their cells are not. */
export function noteDoubts(
  columns: ReturnType<typeof shapeTable>['columns'],
  surveys: readonly ColumnSurvey[],
  table: string,
  leftOut: LeftOutRows,
): void {
  for (const [at, { name, type }] of columns.entries()) {
    const survey = surveys[at];
    if (!type.doubt || !survey) continue;
    const isDate = type.doubt === 'ambiguous_date';
    const [example, count] = isDate ? [survey.firstDate, survey.dates] : [survey.firstText, survey.texts];
    leftOut.add(type.doubt, { table, column: name }, null, example, count);
  }
}

/** Takes away the notes below a table: rows at its end with words in the first column alone. */
function dropNotes({ body, columns, notes }: TableLayout, table: string, leftOut: LeftOutRows): GridRow[] {
  for (const row of notes) leftOut.add('note', { table }, row.number, textOf(row));
  const isNote = ({ cells }: GridRow) => {
    const filled = cells.filter((cell) => cell !== null);
    return columns.length > 2 && filled.length === 1 && cells[0]?.kind === 'text';
  };
  let end = body.length;
  for (let row = body[end - 1]; row && end > 1 && isNote(row); row = body[end - 1]) {
    leftOut.add('note', { table }, row.number, textOf(row));
    end -= 1;
  }
  return body.slice(0, end);
}

/** Writes a row for people. */
export function textOf({ cells }: GridRow): string {
  return [...new Set(cells.filter((cell): cell is Cell => cell !== null))].map(({ text }) => text).join(' | ');
}
