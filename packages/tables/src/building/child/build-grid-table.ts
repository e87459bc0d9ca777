import type { DecimalSign } from '@ecp/language/cells';
import type { TableRemark } from '../../table-types.ts';
import type { Cell, GridRow } from './cells/cell.ts';
import { ColumnSurvey } from './cells/column-survey.ts';
import { fillCell, numberOf } from './cells/fill-cell.ts';
import { roleOf } from './layout/cell-roles.ts';
import { countFilled } from './layout/find-head.ts';
import type { TableLayout } from './layout/read-layout.ts';
import { isNoteText, isRuler, repeatsNames } from './layout/row-words.ts';
import { TotalRows } from './layout/total-rows.ts';
import type { LeftOutRows } from './left-out-rows.ts';
import type { FinishedTable, TableStorage } from './storing/table-writer.ts';
import {
  type FoundLabel,
  judgeLabel,
  labelOf,
  maxTotalRemarks,
  remarkOnLabel,
  shapeTable,
  type TableShape,
} from './table-shape.ts';
import { writeRemarks } from './write-remarks.ts';

/** A table with what readers of it should know. */
export interface RemarkedTable extends FinishedTable {
  remarks: TableRemark[];
}

/** Builds a table of rows in memory. Repeated heads, notes and totals go to `leftOut`; every other row is kept. */
export async function buildGridTable(
  storage: TableStorage,
  layout: TableLayout,
  implied: DecimalSign | null,
  leftOut: LeftOutRows,
): Promise<RemarkedTable> {
  const rows = dropNotes(layout, leftOut);
  const { shape, totals, remarks } = judgeRows(layout, rows, implied);
  const writer = await storage.openWriter(shape.columns.map(({ stored }) => stored));
  for (const row of rows) {
    if (totals.has(row)) {
      leftOut.add(row.number, 'total');
      continue;
    }
    for (const [index, { at, type }] of shape.columns.entries()) {
      const [cell, buffer] = [row.cells[at] ?? null, writer.buffers[index]];
      if (cell && buffer) fillCell(buffer, writer.row, cell, type);
    }
    writer.endRow();
  }
  return { ...(await writer.finish()), remarks: [...writeRemarks(shape.columns), ...remarks] };
}

/**
 * Finds the types of the columns and the rows of totals. A row whose label names a total does not count for the types
 * until its numbers show that it is none: its label may stand in a column of years.
 */
function judgeRows(
  layout: TableLayout,
  rows: readonly GridRow[],
  implied: DecimalSign | null,
): { shape: TableShape; totals: ReadonlySet<GridRow>; remarks: TableRemark[] } {
  const surveys = layout.columns.map(() => new ColumnSurvey());
  const survey = ({ cells }: GridRow) => {
    for (const [index, { at }] of layout.columns.entries()) {
      const cell = cells[at];
      if (cell) surveys[index]?.add(cell);
    }
  };
  const named = new Map<GridRow, FoundLabel>();
  let above: GridRow | null = null;
  for (const row of rows) {
    const label = labelOf(row.cells, above?.cells ?? []);
    if (label) named.set(row, label);
    if (!label || label.isRecord) {
      survey(row);
      above = row;
    }
  }
  const shape = shapeTable(layout, surveys, implied);
  if (named.size === 0) return { shape, totals: new Set(), remarks: [] };
  const totals = new Set<GridRow>();
  const remarks: TableRemark[] = [];
  const found = new TotalRows(shape.numbers);
  const values = new Float64Array(shape.columns.length);
  let last = 0;
  for (const row of rows) {
    for (const [index, { at, type }] of shape.columns.entries()) values[index] = numberOf(row.cells[at] ?? null, type);
    if (last > 0 && row.number > last + 1) found.beginGroup();
    last = row.number;
    const label = named.get(row);
    if (label) {
      const verdict = judgeLabel(found, label, values, shape);
      if (verdict === 'total') {
        totals.add(row);
        continue;
      }
      if (!label.isRecord) survey(row);
      const remark = remarkOnLabel(label, verdict, row.number, shape);
      if (remark && remarks.length < maxTotalRemarks) remarks.push(remark);
    }
    found.addRow(values);
    for (const cell of row.cells) if (cell?.kind === 'text' && roleOf(cell) !== 'number') found.addName(cell.text);
    if (layout.columns.length > 1 && countFilled(row) === 1) found.beginGroup();
  }
  return { shape: totals.size < named.size ? shapeTable(layout, surveys, implied) : shape, totals, remarks };
}

/** Takes away titles, repeated heads, and the notes below a table. */
function dropNotes({ body, columns, notes, heads }: TableLayout, leftOut: LeftOutRows): GridRow[] {
  for (const { number } of notes) leftOut.add(number, 'note');
  const usualFields = body[0]?.fields;
  const isNote = ({ cells, fields }: GridRow) => {
    const first = cells.find((cell): cell is Cell => cell !== null);
    if (columns.length < 2 || first?.kind !== 'text' || (roleOf(first) !== 'word' && !isRuler({ cells }))) return false;
    const filled = cells.filter((cell) => cell !== null).length;
    const isLine = fields !== undefined && fields !== usualFields;
    if (filled > 1 && !isLine) return false;
    return isNoteText(first.text) || (isLine && fields === 1 && first.text.split(' ').length > 2);
  };
  let end = body.length;
  for (let row = body[end - 1]; row && end > 1 && isNote(row); row = body[end - 1]) {
    leftOut.add(row.number, 'note');
    end -= 1;
  }
  return body.slice(0, end).filter((row) => {
    const isHead = heads.some((head) => repeatsNames(row.cells, head.cells));
    const isLine = isRuler(row);
    if (isHead || isLine) leftOut.add(row.number, isHead ? 'head' : 'note');
    return !isHead && !isLine;
  });
}
