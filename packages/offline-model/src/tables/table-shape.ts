import { type DecimalSign, type NumberText, readNumberCell } from '@ecp/language/cells';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import type { SourceTable } from '../material/passage.ts';
import { addDecimals, type Decimal, parseDecimal, zero } from '../numbers/decimal.ts';
import { mapInSlices } from '../text/map-in-slices.ts';
import { headerWords } from './header-words.ts';

/** A column of numbers. A cell without a number is null. */
export interface NumberColumn {
  header: string;
  values: (Decimal | null)[];
  /** The sum of its numbers, and their count. */
  sum: Decimal;
  count: number;
  /** Currency or `%`, as its cells or the end of its head say; empty for none. */
  unit: string;
  /** True when adding up its cells makes sense: for amounts and counts, not for averages, prices or shares. */
  isAdditive: boolean;
  /** The cell of the row that is labelled as the total; null without one. */
  total: Decimal | null;
}

/** The structure of a table, as far as its heads and cells show it. */
export interface TableShape {
  /** Labels of the rows without totals. */
  labels: string[];
  columns: NumberColumn[];
  /** Columns of words that repeat, by which rows can be grouped. */
  categories: { header: string; values: string[] }[];
  /** True when the columns are periods in order. */
  isTrend: boolean;
  /** True when the rows are periods. */
  hasPeriodRows: boolean;
  /** True for a table of examples, whose rows do not make up a whole. */
  areSamples: boolean;
  /** Heads of columns whose numbers cannot be read for sure: no or two notations, or two units. */
  unclear: string[];
}

/** Lowest share of cells with a number that makes a column one of numbers. */
const leastNumbers = 0.8;
/** Most different words of a column by which rows are grouped. */
const maxGroups = 12;

/** Reads the shape of a table; null if it has no column of numbers or no labels. */
export async function readShape(table: SourceTable, timeSlice: TimeSlice): Promise<TableShape | null> {
  const { header, rows } = table;
  const isTotal = await mapInSlices(rows, (row) => headerWords.isTotal(row[0] ?? ''), timeSlice);
  const body = rows.filter((_, at) => !isTotal[at]);
  if (body.length < 2 || header.length < 2) return null;
  const totalRow = rows.findLast((row, at) => isTotal[at] && !headerWords.isSubtotal(row[0] ?? ''));
  const written: (NumberText | null)[][] = [];
  const totals = header.map((_, at) => readCell(totalRow?.[at] ?? ''));
  const marks: OwnMark[] = [];
  for (const [at, total] of totals.entries()) {
    const cells = await mapInSlices(body, (row) => readCell(row[at] ?? ''), timeSlice);
    written.push(cells);
    marks.push(await findOwnMark([...cells, total], timeSlice));
  }
  const mark = findMark(table, marks);
  const name = readName(table);
  const areSamples = headerWords.isSample(name);
  const canAdd = areSamples ? () => false : readAdditivity(table, name);
  const [columns, unclear]: [NumberColumn[], string[]] = [[], []];
  for (const [at, head] of header.entries()) {
    const cells = written[at] ?? [];
    if (at === 0 || !isNumeric(cells, body.length)) continue;
    if (areYears(cells)) continue;
    const own = marks[at] ?? null;
    const units = new Set(cells.flatMap((cell) => (cell ? [cell.unit ?? ''] : [])));
    const total = totals[at] ?? null;
    const isOpen =
      (own ?? mark) === null &&
      [total, ...cells].some((cell) => cell && showsMark(cell) === null && cell.byPoint !== cell.byComma);
    if (own === 'mixed' || isOpen || units.size > 1) {
      unclear.push(head);
      continue;
    }
    const read = (cell: NumberText | null) => (cell ? readValue(cell, own ?? mark ?? '.') : null);
    const unit = [...units].join('') || readHeadUnit(head);
    const values = await mapInSlices(cells, read, timeSlice);
    columns.push({
      header: head,
      ...{ values, ...sumUp(values), unit },
      isAdditive: unit !== '%' && unit !== '‰' && canAdd(head),
      total: read(total),
    });
  }
  if (columns.length === 0 && unclear.length === 0) return null;
  const labels = body.map((row) => row[0] ?? '');
  return {
    ...{ labels, columns, unclear },
    categories: await findCategories(header, body, written, timeSlice),
    isTrend: columns.length > 1 && columns.every((column) => headerWords.isPeriod(column.header)),
    areSamples,
    hasPeriodRows: labels.every((label) => headerWords.isPeriod(label)),
  };
}

/** True for a column in which nearly all cells are numbers. */
function isNumeric(cells: (NumberText | null)[], count: number): boolean {
  const numbers = cells.filter((cell) => cell !== null);
  return numbers.length >= 2 && numbers.length >= count * leastNumbers;
}

/** True for years, which are written without separators. They name rows and are no amounts. */
function areYears(cells: (NumberText | null)[]): boolean {
  return cells.every((cell) => cell === null || (/^(?:19|20)\d{2}$/.test(cell.byPoint ?? '') && cell.unit === null));
}

type OwnMark = DecimalSign | 'mixed' | null;

/** Reads the number of a cell with its sign, currency or percent sign; null for anything else. */
export const readCell = (cell: string): NumberText | null => readNumberCell(cell.normalize('NFKC').trim());

/** Returns the decimal sign that a number shows: `12,5` shows a comma, `1,234` and `1234` show none. */
const showsMark = ({ byPoint, byComma }: NumberText): DecimalSign | null =>
  byComma === null ? '.' : byPoint === null ? ',' : null;

const readValue = ({ byPoint, byComma }: NumberText, mark: DecimalSign): Decimal =>
  parseDecimal((mark === '.' ? byPoint : byComma) ?? byPoint ?? byComma ?? '0');

async function findOwnMark(cells: (NumberText | null)[], timeSlice: TimeSlice): Promise<OwnMark> {
  const marks = await mapInSlices(cells, (cell) => (cell ? showsMark(cell) : null), timeSlice);
  const [only, other] = new Set(marks.filter((mark) => mark !== null));
  return other === undefined ? (only ?? null) : 'mixed';
}

/** Returns the decimal mark of a table: what its cells show, else that of its source; null if neither tells. */
function findMark({ origin }: SourceTable, ofColumns: OwnMark[]): DecimalSign | null {
  const [own, ...others] = new Set(ofColumns.filter((mark) => mark !== null));
  if (own !== undefined && own !== 'mixed' && others.length === 0) return own;
  // Workbooks are read with points as decimal marks, whatever their language.
  return /\.xlsx?$/i.test(origin.label) ? '.' : origin.decimalSign;
}

function readName({ heading, origin }: SourceTable): string {
  return [heading ?? '', (origin.location ?? '').replace(/^.*\bsheet /, '')].join(' ');
}

/** Returns a function that tells whether the numbers under a head can be added up. */
function readAdditivity({ header }: SourceTable, name: string): (head: string) => boolean {
  // A column of units means that rows measure different things.
  if (header.some(headerWords.isUnit)) return () => false;
  const isParts = headerWords.areParts(header[0] ?? '');
  return (head) => headerWords.isAdditive(head) && (isParts || headerWords.isAdditive(name));
}

function readHeadUnit(head: string): string {
  return /\(([^()]{1,24})\)\s*$/.exec(head)?.[1] ?? (head.includes('%') ? '%' : '');
}

async function findCategories(
  header: string[],
  body: string[][],
  written: (NumberText | null)[][],
  timeSlice: TimeSlice,
): Promise<TableShape['categories']> {
  const categories: TableShape['categories'] = [];
  for (const [at, head] of header.entries()) {
    if (written[at]?.some((cell) => cell !== null)) continue;
    const values = await mapInSlices(body, (row) => row[at] ?? '', timeSlice);
    const distinct = new Set(values);
    const isRepeated = distinct.size > 1 && distinct.size <= maxGroups && distinct.size <= values.length / 2;
    if (isRepeated && !distinct.has('')) categories.push({ header: head, values });
  }
  return categories;
}

/** Returns the sum of the numbers of cells and their count. */
export function sumUp(values: readonly (Decimal | null)[]): { sum: Decimal; count: number } {
  const known = values.filter((value) => value !== null);
  return { sum: known.reduce(addDecimals, zero), count: known.length };
}
