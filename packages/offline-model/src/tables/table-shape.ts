import type { SourceTable } from '../evidence/passage.ts';
import { readCellNumber } from './read-number.ts';

/** A column of numbers. A cell without a number is null. */
export interface NumberColumn {
  header: string;
  values: (number | null)[];
  /** True when adding up its cells makes sense: for amounts and counts, not for averages, prices or shares. */
  isAdditive: boolean;
}

/** The structure of a table, as far as its headers and cells show it. */
export interface TableShape {
  /** Labels of the rows without the total. */
  labels: string[];
  /** Columns of numbers without the cells of the total. */
  columns: NumberColumn[];
  /** The cells of the row labelled as the total, by column. */
  totals: (number | null)[] | null;
  /** True when the columns are periods in order. */
  isTrend: boolean;
  /** True when the rows are periods. */
  hasPeriodRows: boolean;
}

const period =
  /^(?:FY\s?)?(?:19|20)\d{2}(?:\s?[-/]?\s?(?:[QH][1-4]|\d{2}))?$|^[QH][1-4](?:\s?\d{2,4})?$|^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:\s\d{2,4})?$/i;
const notAdditive =
  /\b(?:median|average|avg|mean|per|prices?|rates?|shares?|percent(?:age)?|index|score|days|weeks|hours|minutes|ratio|charge|fee|tariff|temperature|factor|since|year|id|no|nr)\b|%|°|\//i;
const totalLabel = /^(?:grand\s|sub)?(?:total|sum|all|overall|altogether|gesamt|summe|total général)\b/i;
/** Headers of parts that make up one thing, even if that thing is "a window" or "a year". */
const partsHeader = /\b(?:item|component|position|cost|reason|cause|element|category)s?\b/i;

/** Reads the shape of a table; null if it has no column of numbers or no labels. */
export function readShape({ header, rows, heading, origin }: SourceTable): TableShape | null {
  const total = rows.findIndex((row) => totalLabel.test(row[0] ?? ''));
  const body = rows.filter((_, at) => at !== total);
  if (body.length < 2 || header.length < 2) return null;
  const name = [heading ?? '', (origin.location ?? '').replace(/^.*\bsheet /, '')].join(' ');
  const hasUnits = header.some((title) => /^units?$/i.test(title));
  const isSample = /\b(?:bills?|examples?|samples?|cases)\b/i.test(name);
  const isParts = partsHeader.test(header[0] ?? '') && !hasUnits;
  const totals: (number | null)[] = [];
  const columns: NumberColumn[] = [];
  for (const [at, title] of header.entries()) {
    const values = body.map((row) => readCellNumber(row[at] ?? ''));
    const known = values.filter((value) => value !== null).length;
    if (at === 0 || known < 2 || known < values.length * 0.8) continue;
    const isAdditive = !isSample && !notAdditive.test(title) && !hasUnits && (isParts || !notAdditive.test(name));
    columns.push({ header: title, values, isAdditive });
    totals.push(total === -1 ? null : readCellNumber(rows[total]?.[at] ?? ''));
  }
  if (columns.length === 0) return null;
  const labels = body.map((row) => row[0] ?? '');
  return {
    labels,
    columns,
    totals: total === -1 ? null : totals,
    isTrend: columns.length > 1 && columns.every((column) => period.test(column.header)),
    hasPeriodRows: labels.every((label) => period.test(label)),
  };
}

/** Returns the sum of a column's cells; null if a cell has no number. */
export function sumColumn({ values }: NumberColumn): number | null {
  let sum = 0;
  for (const value of values) {
    if (value === null) return null;
    sum += value;
  }
  return Math.round(sum * 1e6) / 1e6;
}
