import type { SourceTable } from '../evidence/passage.ts';
import { readCellNumber } from './read-number.ts';

/** A column of numbers; a cell without one is null. */
export interface NumberColumn {
  header: string;
  values: (number | null)[];
  /** True when adding its cells up makes sense: amounts and counts, no averages, prices or shares. */
  isAdditive: boolean;
}

/** What a table is about, as far as its headers and cells show it. */
export interface TableShape {
  /** Labels of the rows, the total left out. */
  labels: string[];
  /** Columns of numbers, the total's cells left out. */
  columns: NumberColumn[];
  /** The cells of a row that calls itself the total, by column. */
  totals: (number | null)[] | null;
  /** True when the columns are points of time in their order. */
  isTrend: boolean;
  /** True when the rows are points of time. */
  hasPeriodRows: boolean;
}

const period =
  /^(?:FY\s?)?(?:19|20)\d{2}(?:\s?[-/]?\s?(?:[QH][1-4]|\d{2}))?$|^[QH][1-4](?:\s?\d{2,4})?$|^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:\s\d{2,4})?$/i;
const notAdditive =
  /\b(?:median|average|avg|mean|per|prices?|rates?|shares?|percent(?:age)?|index|score|days|weeks|hours|minutes|ratio|charge|fee|tariff|temperature|factor|since|year|id|no|nr)\b|%|°|\//i;
const totalLabel = /^(?:grand\s|sub)?(?:total|sum|all|overall|altogether|gesamt|summe|total général)\b/i;
/** Parts that make up one thing, even where that thing is "a window" or "a year". */
const partsHeader = /\b(?:item|component|position|cost|reason|cause|element|category)s?\b/i;

/** Reads the shape of a table; null where it has no column of numbers or no labels. */
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

/** The sum of a column's cells; null where a cell holds no number. */
export function sumColumn({ values }: NumberColumn): number | null {
  let sum = 0;
  for (const value of values) {
    if (value === null) return null;
    sum += value;
  }
  return Math.round(sum * 1e6) / 1e6;
}
