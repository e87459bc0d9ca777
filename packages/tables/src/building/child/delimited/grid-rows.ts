import type { TableRemark } from '../../../table-types.ts';
import { type GridRow, kindOfText, textCell } from '../cells/column-survey.ts';
import { writeRemark } from '../cells/write-remarks.ts';
import { looksCommented, roleOf } from '../layout/find-head.ts';
import type { Block } from '../layout/read-layout.ts';
import { type Dialect, RecordAligner, readRecords, type TextRecord } from './scan-records.ts';

/** Share of a block's records that have the usual number of fields; with fewer, none is usual. */
const regularShare = 0.6;
/** A surplus in so few records is no further column. */
const rareShare = 0.05;
/** If so many rows begin with the sign of comments, it is a part of the data. */
const markedShare = 0.8;
const otherDelimiters = ['\t', ';', '|', ',', ' '].map((sign) => sign.charCodeAt(0));
const [tab, blank] = [0x09, 0x20];
/** Longer records are not split by other delimiters. */
const longestReread = 100_000;

/** Makes rows of records. */
export function readGridRows(records: readonly TextRecord[]): GridRow[] {
  return records.map(({ line, fields, indent }) => {
    const cells = fields.map(textCell);
    const [first] = cells;
    if (first && indent > 0) cells[0] = { ...first, indent };
    return { number: line, fields: fields.length, cells };
  });
}

const isBlank = ({ cells }: GridRow) => cells.every((cell) => cell === null);

/** Returns the most frequent number of fields from two on; 1 if no row has two. */
export function usualFieldsOf(rows: readonly GridRow[]): number {
  const counts = new Map<number, number>();
  for (const row of rows) {
    if (row.fields === undefined || row.fields < 2 || isBlank(row)) continue;
    counts.set(row.fields, (counts.get(row.fields) ?? 0) + 1);
  }
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0] ?? 1;
}

/**
 * Removes comment lines, unless most rows are such. The last at the start is the head if it names
 * each field below.
 */
export function dropComments(rows: readonly GridRow[]): { rows: GridRow[]; comments: GridRow[] } {
  const usualFields = usualFieldsOf(rows);
  const marked = new Set(rows.filter((row) => looksCommented(row, usualFields)));
  const filled = rows.filter((row) => !isBlank(row));
  for (const row of findDisabled(filled)) marked.add(row);
  if (marked.size === 0 || marked.size >= filled.length * markedShare)
    return { rows: [...rows], comments: [] };
  const first = filled.findIndex((row) => !marked.has(row));
  const [head, body] = [filled[first - 1], filled[first]];
  if (
    head &&
    body &&
    head.fields === usualFields &&
    usualFields > 1 &&
    body.fields === usualFields
  ) {
    const hasValues = body.cells.some(
      (cell) => cell !== null && ['number', 'date', 'year'].includes(roleOf(cell)),
    );
    if (hasValues && head.cells.every((cell) => cell === null || roleOf(cell) === 'word'))
      marked.delete(head);
  }
  return { rows: rows.filter((row) => !marked.has(row)), comments: [...marked] };
}

/**
 * Finds rows of data that somebody switched off: `#3,4,5` where the first field is a number or a
 * day.
 */
function findDisabled(filled: readonly GridRow[]): GridRow[] {
  const isMarked = ({ cells }: GridRow) => /^#+[\d-]/.test(cells[0]?.text ?? '');
  const body = filled.slice(1);
  const found = body.filter(isMarked);
  if (found.length === 0) return [];
  const others = body.filter((row) => !isMarked(row)).flatMap(({ cells }) => cells[0] ?? []);
  const hasValues = others.length > 1 && others.every((cell) => roleOf(cell) !== 'word');
  return hasValues ? found : [];
}

/**
 * Puts the names of a head that leaves out the column of row names, as R writes it, above their
 * columns.
 */
function shiftHead({ rows }: Block, width: number, delimiter: number): void {
  const [head, ...others] = rows;
  const isOfR = delimiter === tab || delimiter === blank;
  if (!isOfR || head?.fields !== width - 1 || !others.every(({ fields }) => fields === width))
    return;
  if (!head.cells.every((cell) => cell !== null && roleOf(cell) === 'word')) return;
  if (!others.every(({ cells }) => (cells[width - 1] ?? null) !== null)) return;
  if (new Set(others.map(({ cells }) => cells[0]?.text)).size < others.length) return;
  rows[0] = { ...head, fields: width, cells: [null, ...head.cells] };
}

/**
 * Aligns uneven rows of a block to the columns they resemble, joins what exceeds the last one, and
 * returns remarks.
 */
export function straightenBlock(
  block: Block,
  records: ReadonlyMap<number, TextRecord>,
  bytes: Buffer,
  dialect: Dialect,
): TableRemark[] {
  const width = usualFieldsOf(block.rows);
  if (block.firstColumn === 0) shiftHead(block, width, dialect.delimiter);
  const regular = block.rows.filter(({ fields }) => fields === width);
  if (width < 2 || block.firstColumn > 0 || regular.length === block.rows.length) return [];
  if (regular.length < block.rows.length * regularShare) return [];
  const fieldsOf = ({ number }: GridRow) => records.get(number)?.fields ?? [];
  const aligner = new RecordAligner(width, regular.slice(0, 400).map(fieldsOf));
  const changed: number[] = [];
  const surplus: GridRow[] = [];
  for (const [index, row] of block.rows.entries()) {
    if (row.fields === width) continue;
    const aligned = aligner.align(fieldsOf(row), () =>
      reread(records.get(row.number), bytes, dialect),
    );
    const cells = (aligned ?? fieldsOf(row)).map(textCell);
    const isUneven = aligned?.some((field, at) => field !== (fieldsOf(row)[at] ?? ''));
    if (isUneven) changed.push(row.number);
    block.rows[index] = { ...row, cells };
    if (cells.slice(width).some((cell) => cell !== null))
      surplus.push(block.rows[index] as GridRow);
  }
  const last = regular.flatMap(({ cells }) => cells[width - 1] ?? []);
  const isText = last.slice(1).every((cell) => roleOf(cell) === 'word');
  if (
    isText &&
    surplus.length <= Math.max(1, block.rows.length * rareShare) &&
    block.rows.length > 5
  ) {
    for (const row of surplus) {
      const sign = String.fromCharCode(dialect.delimiter);
      const joined = row.cells
        .slice(width - 1)
        .map((cell) => cell?.text ?? '')
        .join(sign);
      row.cells = [...row.cells.slice(0, width - 1), textCell(joined)];
      changed.push(row.number);
    }
  }
  block.width = block.rows.reduce(
    (most, { cells }) => Math.max(most, cells.findLastIndex((cell) => cell !== null) + 1),
    0,
  );
  const [first] = changed.sort((one, other) => one - other);
  if (first === undefined) return [];
  return [
    writeRemark(null, { kind: 'uneven_rows', count: changed.length, example: String(first) }),
  ];
}

/** Splits a record by the other delimiters. Words alone with blanks between them are no fields. */
function reread(record: TextRecord | undefined, bytes: Buffer, dialect: Dialect): string[][] {
  if (!record || record.end - record.start > longestReread) return [];
  const part = bytes.subarray(record.start, record.end);
  return otherDelimiters
    .filter((delimiter) => delimiter !== dialect.delimiter)
    .flatMap((delimiter) =>
      readRecords(part, { ...dialect, delimiter, start: 0 }, 1).map(({ fields }) => fields),
    )
    .filter((fields) => fields.some((field) => kindOfText(field.trim()) !== 'text'));
}
