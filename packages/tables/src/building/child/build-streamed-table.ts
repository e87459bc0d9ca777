import { noteDoubts } from './build-grid-table.ts';
import { textCell } from './cells/cell.ts';
import { ColumnSurvey } from './cells/column-survey.ts';
import type { DecimalSign } from './cells/read-number.ts';
import { type Dialect, readRecords } from './delimited/find-dialect.ts';
import { RowLabels } from './delimited/row-labels.ts';
import { scanRecords } from './delimited/scan-records.ts';
import { StreamedCells } from './delimited/streamed-cells.ts';
import { readHead, type TableLayout } from './layout/read-head.ts';
import { TotalRows } from './layout/total-rows.ts';
import type { LeftOutRows } from './left-out-rows.ts';
import type { FinishedTable, TableStorage } from './storing/table-writer.ts';
import { maxColumns, shapeTable, type TableShape } from './table-shape.ts';

/** A large delimited text. */
export interface StreamedText {
  /** UTF-8. */
  bytes: Buffer;
  dialect: Dialect;
  /** The table's name. */
  name: string;
  usualSign: DecimalSign;
}

/** Records at the beginning, in which the head is found. */
const sampleRecords = 1_000;

/**
 * Builds a table of a large delimited text in two passes over its bytes: one finds the types, one fills the columns.
 * The rules are those of small ones, but the text is one table, whatever blank lines are in it. Null if it is none or
 * has too many columns, which `leftOut` then tells.
 * Releases the bytes, which must have a memory of their own.
 */
export async function buildStreamedTable(
  storage: TableStorage,
  text: StreamedText,
  leftOut: LeftOutRows,
): Promise<FinishedTable | null> {
  const layout = findLayout(text);
  const first = layout?.body[0];
  if (!layout || !first) {
    leftOut.add('no_table', {}, null, '');
    return null;
  }
  if (layout.columns.length > maxColumns) {
    leftOut.add('too_large', { table: text.name }, null, '');
    return null;
  }
  for (const { number, cells } of layout.notes) {
    leftOut.add('note', { table: text.name }, number, cells.flatMap((cell) => cell?.text ?? []).join(' | '));
  }
  const surveys = survey(text, layout, first.number);
  const shape = shapeTable(layout, surveys, text.usualSign);
  noteDoubts(shape.columns, surveys, text.name, leftOut);
  return fill(storage, text, shape, first.number, leftOut);
}

function findLayout({ bytes, dialect }: StreamedText): TableLayout | null {
  const rows = readRecords(bytes, dialect, sampleRecords)
    .map((fields, at) => ({ number: at + 1, cells: fields.map(textCell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== null));
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  return readHead({ firstColumn: 0, width, rows: rows.map((row) => ({ ...row, cells: pad(row.cells, width) })) });
}

function pad<T>(cells: readonly (T | null)[], width: number): (T | null)[] {
  return Array.from({ length: width }, (_, at) => cells[at] ?? null);
}

function survey({ bytes, dialect }: StreamedText, layout: TableLayout, firstRow: number): ColumnSurvey[] {
  const surveys = layout.columns.map(() => new ColumnSurvey());
  const cells = new StreamedCells(bytes);
  const labels = new RowLabels();
  const places = indexPlaces(layout);
  // The fields of a row are counted when its label is known.
  let row = 1;
  scanRecords(bytes, dialect.delimiter, dialect.start, {
    field(column, start, end, hasQuotes) {
      if (row < firstRow) return;
      cells.take(column, start, end, hasQuotes);
    },
    record() {
      if (row >= firstRow && labels.read(cells) !== 'exact') cells.survey(surveys, places);
      cells.clear();
      row += 1;
      return true;
    },
  });
  return surveys;
}

async function fill(
  storage: TableStorage,
  { bytes, dialect, name }: StreamedText,
  shape: TableShape,
  firstRow: number,
  leftOut: LeftOutRows,
): Promise<FinishedTable> {
  const writer = await storage.openWriter(shape.columns.map(({ stored }) => stored));
  const totals = new TotalRows(shape.addable);
  const cells = new StreamedCells(bytes);
  const labels = new RowLabels();
  const values = new Float64Array(shape.columns.length);
  let row = 1;
  scanRecords(bytes, dialect.delimiter, dialect.start, {
    field(column, start, end, hasQuotes) {
      if (row >= firstRow) cells.take(column, start, end, hasQuotes);
    },
    record() {
      if (row >= firstRow && cells.hasAny()) {
        const label = labels.read(cells) ?? (shape.hasLabels ? null : 'none');
        if (label !== 'exact') cells.fill(writer.buffers, writer.row, shape.columns, values);
        if (!totals.isTotal(label, values)) writer.endRow();
        else {
          writer.clearRow();
          leftOut.add('total', { table: name }, row, cells.text());
        }
      }
      cells.clear();
      row += 1;
      return true;
    },
  });
  return writer.finish(() => {
    // The bytes are the largest part of the memory, and nobody reads them again. Detaching frees them at once.
    if (bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0);
  });
}

/** Returns the column at each place of a row; -1 for a place without one. */
function indexPlaces({ columns }: TableLayout): Int32Array {
  const width = columns.reduce((most, { at }) => Math.max(most, at + 1), 0);
  const places = new Int32Array(width).fill(-1);
  for (const [index, { at }] of columns.entries()) places[at] = index;
  return places;
}
