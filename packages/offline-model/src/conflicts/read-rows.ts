import { readUnitWords } from '@ecp/language/units';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import type { SourceTable } from '../material/passage.ts';
import { type Decimal, plainDigits } from '../numbers/decimal.ts';
import { type FigureWriter, withUnit } from '../tables/computed-figure.ts';
import { type NumberColumn, readShape, type TableShape } from '../tables/table-shape.ts';
import { readStems } from '../text/read-words.ts';
import { isPeriod, readYears, unitName } from './read-values.ts';

/** A row of a table with the words that a sentence about it must share. The total row has no label. */
export interface ComparableRow {
  table: SourceTable;
  label: Set<string>;
  years: Set<string>;
  cells: ComparableCell[];
}

/** A cell, or a total, with the words and the unit by which it is compared. */
export interface ComparableCell {
  /** The words of its column and of the table's name. */
  stems: Set<string>;
  /** The words of its column alone. */
  header: Set<string>;
  value: number;
  unit: string;
  years: Set<string>;
  /** The cell alone, as a document shows it. */
  figure: string;
  /** True for amounts and counts. A price is no count. */
  isAdditive: boolean;
  /** The row and the column. */
  place: string;
  /** The cell with its row and column. */
  shown: string;
  /** The head of the column if this is its total, given or computed; null for other cells. */
  totalOf: string | null;
  /** True for a sum of the rows, which is in no cell. */
  isComputed: boolean;
}

/** Returns the rows of a table that can be compared with sentences, and its total, which is read or computed. */
export async function readRows(
  table: SourceTable,
  writer: FigureWriter,
  timeSlice: TimeSlice,
): Promise<ComparableRow[]> {
  const shape = table.isComplete ? await readShape(table, timeSlice) : null;
  if (!shape) return [];
  const name = readName(table);
  const context = { table, name, years: readYears(name), writer };
  const rows = shape.hasPeriodRows ? [] : shape.labels.map((label, at) => readRow(shape, label, at, context));
  return [...rows, readTotal(shape, context)].filter(({ cells }) => cells.length > 0);
}

interface TableContext {
  table: SourceTable;
  name: string;
  years: Set<string>;
  writer: FigureWriter;
}

function readName({ heading, origin }: SourceTable): string {
  return `${heading ?? ''} ${(origin.location ?? '').replace(/^(?:.*\b)?(?:sheet|page|section|slide)\s?\d*/, '')}`;
}

function readRow(shape: TableShape, label: string, at: number, context: TableContext): ComparableRow {
  const cells = shape.columns.flatMap((column) => {
    const value = column.values[at];
    return value ? [readCell(column, value, label, context)] : [];
  });
  return { table: context.table, label: new Set(readStems(label)), years: context.years, cells };
}

function readTotal(shape: TableShape, context: TableContext): ComparableRow {
  const { frame } = context.writer;
  const hasTotal = shape.columns.some(({ total }) => total !== null);
  const cells = shape.columns.flatMap((column) => {
    const totalOf = column.header;
    if (column.total) return [{ ...readCell(column, column.total, frame.table.total, context), totalOf }];
    // Amounts per unit do not add up to a total.
    if (!column.isAdditive || hasTotal || /\bper\b/i.test(context.name)) return [];
    if (column.count < column.values.length) return [];
    return [{ ...readCell(column, column.sum, frame.conflicts.sumOfRows, context), totalOf, isComputed: true }];
  });
  return { table: context.table, label: new Set(), years: context.years, cells };
}

function readCell(column: NumberColumn, exact: Decimal, label: string, context: TableContext): ComparableCell {
  const figure = withUnit(exact, column, context.writer);
  const readTopic = (text: string) =>
    new Set(readStems(text.replace(/\([^)]*\)/g, '')).filter((stem) => !/\d/.test(stem)));
  return {
    stems: readTopic(`${column.header} ${context.name}`),
    header: readTopic(column.header),
    value: Number(plainDigits(exact)),
    unit: readUnit(`${column.header} ${context.name}`) || (column.unit === '%' ? '%' : ''),
    years: readYears(column.header),
    figure,
    place: `${label}, ${column.header}`,
    shown: `${label}, ${column.header}: ${figure}`,
    totalOf: null,
    isComputed: false,
    isAdditive: column.isAdditive,
  };
}

/** Returns the unit that words name: a share before a length of time, and that before a currency. */
function readUnit(text: string): string {
  const units = text.split(/[\s()[\],;:/]+/).flatMap((word) => readUnitWords(word, null)?.unit ?? []);
  const found =
    units.find(({ kind }) => kind === 'percent') ??
    units.find(({ unit }) => isPeriod(unit)) ??
    units.find(({ kind }) => kind === 'money');
  return found === undefined ? '' : unitName(found.unit);
}
