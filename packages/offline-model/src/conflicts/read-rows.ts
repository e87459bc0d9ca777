import type { SourceTable } from '../evidence/passage.ts';
import { countDecimals, writeNumber } from '../tables/read-number.ts';
import { type NumberColumn, readShape, sumColumn, type TableShape } from '../tables/table-shape.ts';
import { readStems } from '../text/read-words.ts';
import { readYears } from './read-values.ts';

/** A row of a table with the words that a sentence about it must share. The total row has no label. */
export interface ComparableRow {
  table: SourceTable;
  label: Set<string>;
  years: Set<string>;
  cells: ComparableCell[];
}

export interface ComparableCell {
  /** The words of its column and of the table's name. */
  stems: Set<string>;
  /** The words of its column alone. */
  header: Set<string>;
  value: number;
  unit: string;
  years: Set<string>;
  /** The cell alone, as a document shows it; null for a computed sum. */
  figure: string | null;
  /** The cell with its row and column; null for a computed sum. */
  shown: string | null;
}

/** Returns the rows of a table that can be compared with sentences, and its total, which is read or computed. */
export function readRows(table: SourceTable): ComparableRow[] {
  const shape = readShape(table);
  if (!shape) return [];
  const name = readName(table);
  const years = readYears(name);
  const rows = shape.hasPeriodRows
    ? []
    : shape.labels.map((label, at) => readRow(table, shape, label, at, name, years));
  return [...rows, readTotal(table, shape, name, years)].filter(({ cells }) => cells.length > 0);
}

function readName({ heading, origin }: SourceTable): string {
  return `${heading ?? ''} ${(origin.location ?? '').replace(/^(?:.*\b)?(?:sheet|page|section|slide)\s?\d*/, '')}`;
}

function readRow(
  table: SourceTable,
  shape: TableShape,
  label: string,
  at: number,
  name: string,
  years: Set<string>,
): ComparableRow {
  const cells = shape.columns.flatMap((column) => {
    const value = column.values[at] ?? null;
    return value === null ? [] : [readCell(column, value, `${label}: ${column.header}`, name)];
  });
  return { table, label: new Set(readStems(label)), years, cells };
}

function readTotal(table: SourceTable, shape: TableShape, name: string, years: Set<string>): ComparableRow {
  const cells = shape.columns.flatMap((column, at) => {
    const given = shape.totals?.[at] ?? null;
    // Amounts per unit do not add up to a total.
    const canSum = column.isAdditive && !shape.totals && !/\bper\b/i.test(name);
    const value = given ?? (canSum ? sumColumn(column) : null);
    if (value === null) return [];
    const cell = readCell(column, value, `Total: ${column.header}`, name);
    return [given === null ? { ...cell, shown: null, figure: null } : cell];
  });
  return { table, label: new Set(), years, cells };
}

function readCell({ header }: NumberColumn, value: number, label: string, name: string): ComparableCell {
  const figure = writeNumber(value, countDecimals([value]));
  const readTopic = (text: string) =>
    new Set(readStems(text.replace(/\([^)]*\)/g, '')).filter((stem) => !/\d/.test(stem)));
  return {
    stems: readTopic(`${header} ${name}`),
    header: readTopic(header),
    value,
    unit: readUnit(`${header} ${name}`),
    years: readYears(header),
    figure,
    shown: `${label} ${figure}`,
  };
}

function readUnit(text: string): string {
  if (/%|\bpercent/i.test(text)) return '%';
  const period = /\b(day|week|month)s?\b/i.exec(text)?.[1];
  if (period) return period.toLowerCase();
  if (/€|\bEUR\b|\beuros?\b/i.test(text)) return '€';
  if (/[$]|\bUSD\b/i.test(text)) return '$';
  return /£|\bGBP\b/i.test(text) ? '£' : '';
}
