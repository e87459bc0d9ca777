import type { DecimalSign } from '@ecp/language/cells';
import type { LeftOut, LeftOutReason, LeftOutRow, TableRemark } from '../../table-types.ts';
import {
  type ColumnType,
  chooseType,
  fillCell,
  isRateHead,
  numberOf,
  writeRemark,
  writeRemarks,
} from './cells/choose-type.ts';
import { type Cell, ColumnSurvey, type GridRow } from './cells/column-survey.ts';
import { countFilled, isNoteText, isRuler, isYearColumn, repeatsNames, roleOf } from './layout/find-head.ts';
import type { HeadColumn, TableLayout } from './layout/read-layout.ts';
import {
  type NumberColumn,
  readTotalLabel,
  type TotalLabel,
  TotalRows,
  type TotalVerdict,
} from './layout/total-rows.ts';
import type { FinishedTable, StoredColumn, TableStorage } from './table-writer.ts';

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
 * Finds the columns' types and the rows of totals. A row with a total's label does not count until its numbers decide,
 * as its label may stand in a column of years.
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
    let verdict: TotalVerdict = 'none';
    if (label) {
      verdict = judgeLabel(found, label, values, shape);
      if (verdict === 'total') {
        totals.add(row);
        continue;
      }
      if (!label.isRecord) survey(row);
      const remark = remarkOnLabel(label, verdict, row.number, shape);
      if (remark && remarks.length < maxTotalRemarks) remarks.push(remark);
    }
    found.addRow(values, verdict);
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

/** A column to fill. */
export interface ShapedColumn extends HeadColumn {
  type: ColumnType;
  stored: StoredColumn;
}

/** The columns of a table, and those with numbers, as `TotalRows` takes them. */
export interface TableShape {
  columns: ShapedColumn[];
  numbers: NumberColumn[];
}

/** Limits the columns of a table. */
export const maxColumns = 1_000;

const isNumber = ({ storage }: { storage: string }) => !['text', 'boolean', 'date'].includes(storage);

/** Chooses types and units of columns. `implied` is the decimal sign that the delimiter tells, or null. */
export function shapeTable(
  { columns, cornerUnit, titleUnit }: Pick<TableLayout, 'columns' | 'cornerUnit' | 'titleUnit'>,
  surveys: readonly ColumnSurvey[],
  implied: DecimalSign | null,
): TableShape {
  // Numbers with a decimal comma, in quotes, say that the delimiter tells nothing.
  const sign = surveys.some(({ evidence }) => evidence[','] > 0) ? null : implied;
  const types = surveys.map((survey, at) => chooseType(survey, sign, columns[at] ?? { name: '', unit: null }));
  const first = types[0];
  const shared = (first && !isNumber(first) ? cornerUnit : null) ?? titleUnit;
  const years = new Set<number>();
  const shaped = columns.map((column, at): ShapedColumn => {
    const type = types[at] as ColumnType;
    const survey = surveys[at];
    const isYears = survey !== undefined && isYearColumn(column.name, survey.minimum, survey.maximum, type.scale);
    if (isYears) years.add(at);
    const hasSomeUnits = type.doubts.some(({ kind }) => kind === 'unit_of_some_cells');
    const given = column.unit ?? type.unit ?? (isYears || hasSomeUnits ? null : shared);
    const unit = isNumber(type) ? given : null;
    return { ...column, type, stored: { name: column.name, unit, storage: type.storage, scale: type.scale } };
  });
  const numbers = shaped.flatMap(({ type, stored }, index) =>
    isNumber(type)
      ? [
          {
            index,
            unit: 10 ** -type.scale,
            isAdditive: !years.has(index) && stored.unit !== '%',
            isRate: isRateHead(stored.name) || (stored.unit?.includes('/') ?? false),
          },
        ]
      : [],
  );
  return { columns: shaped, numbers };
}

/** The label of a total, and where it stands. */
export interface FoundLabel {
  /** The place of its cell in the row. */
  at: number;
  label: TotalLabel;
  /** True if the row has a day or words that a total has not, so that it may be a record. */
  isRecord: boolean;
}

/**
 * Reads a total's label from a row's first words, or later ones if those before repeat the row `above`, which is the
 * last row of data; else null.
 */
export function labelOf(cells: readonly (Cell | null)[], above: readonly (Cell | null)[]): FoundLabel | null {
  let found: { at: number; label: TotalLabel } | null = null;
  let isRecord = false;
  for (const [at, cell] of cells.entries()) {
    if (cell === null) continue;
    const role = roleOf(cell);
    if (role === 'date') isRecord = true;
    if (role !== 'word' || cell === cells[at - 1]) continue;
    const label: TotalLabel | null = found === null ? readTotalLabel(cell.text) : null;
    if (label) found = { at, label };
    else if (cell.text === above[at]?.text) continue;
    else if (found === null) return null;
    else isRecord = true;
  }
  return found && { ...found, isRecord };
}

/** Limits the remarks on rows that are named like totals. */
export const maxTotalRemarks = 5;

/** Judges a row with the label of a total; `values` are its numbers by the columns of the shape. */
export function judgeLabel(
  totals: TotalRows,
  { at, label, isRecord }: FoundLabel,
  values: ArrayLike<number>,
  { columns }: TableShape,
): TotalVerdict {
  return totals.judge(
    label,
    values,
    columns.findIndex((column) => column.at === at),
    isRecord,
  );
}

/** Returns what a reader should know of a row that is named like a total and kept; null for a mere name. */
export function remarkOnLabel(
  { label, isRecord }: FoundLabel,
  verdict: TotalVerdict,
  row: number,
  { numbers }: TableShape,
): TableRemark | null {
  const kind = verdict === 'likely' ? 'likely_total' : 'total_kept';
  const isName = label.name !== null || isRecord || numbers.length === 0;
  return verdict === 'none' && isName ? null : writeRemark(null, { kind, count: 1, example: String(row) });
}

/** Rows that are listed; the others are counted (contract 16). */
const maxListed = 20;

/** Collects the rows that a table leaves out. */
export class LeftOutRows {
  #count = 0;
  #rows: LeftOutRow[] = [];

  add(row: number, reason: LeftOutReason): void {
    this.#count += 1;
    if (this.#rows.length >= maxListed && row > (this.#rows.at(-1)?.row ?? 0)) return;
    this.#rows.push({ row, reason });
    this.#rows.sort((one, other) => one.row - other.row);
    this.#rows.length = Math.min(this.#rows.length, maxListed);
  }

  list(): LeftOut {
    return { count: this.#count, rows: this.#rows };
  }
}
