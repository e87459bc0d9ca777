import type { EngineTable } from '@ecp/model-calls/prompt-types';
import { isInstruction } from '../material/detect-instructions.ts';
import { headerWords } from '../tables/header-words.ts';

type Column = EngineTable['columns'][number];

/** A column of numbers that can be computed with. */
export interface Measure {
  name: string;
  /** The unit as the table gives it; null for none. */
  unit: string | null;
  /** True if its numbers add up: amounts and counts, not prices, shares, averages or years. */
  isAdditive: boolean;
  /** True if the first rows all have the same number, so that a ranking by it tells nothing. */
  isConstant: boolean;
  /** Factor that turns its numbers into what the unit says. A workbook keeps 12 % as 0.12. */
  factor: number;
}

/**
 * A column by which rows are put in order of time: years, dates, or texts such as 2024-Q3, which sort by themselves.
 * Names of months and quarters do not; their order is that of the rows.
 */
export interface PeriodColumn {
  name: string;
  kind: 'year' | 'date' | 'text' | 'name';
}

/** Columns of numbers whose heads are periods in order. */
export interface WideColumns {
  /** Their names, two or more. */
  names: string[];
  first: string;
  last: string;
  unit: string | null;
  /** True if the numbers below each head add up. */
  isAdditive: boolean;
}

/** The roles of a table's columns in queries. */
export interface ColumnRoles {
  measures: Measure[];
  periods: PeriodColumn[];
  /** Columns of words, by which rows can be grouped. */
  labels: string[];
  /** Null for a table without columns of periods, or with one only. */
  wide: WideColumns | null;
}

const isoPeriod = /^(?:19|20)\d{2}(?:[-/ ]?(?:Q[1-4]|H[12]|0[1-9]|1[0-2]))?$/;
const percentUnit = /%|‰|percent|prozent|pour ?cent|por ?ciento|パーセント/iu;
/** A rate within a head of amounts, as in "price with 19 % VAT". */
const ratePart = /\d\s?(?:%|percent|prozent)/giu;
/** The highest number that a workbook may keep for a percentage as a fraction: 150 %. */
const maxFraction = 1.5;

/** Reads the roles of a table's columns from heads, types, units and first rows. */
export function readRoles(table: EngineTable): ColumnRoles {
  const roles: ColumnRoles = { measures: [], periods: [], labels: [], wide: null };
  const mayAdd = !table.columns.some(({ name }) => headerWords.isUnit(name)) && !headerWords.isSample(table.name);
  const wide: Column[] = [];
  for (const [at, column] of table.columns.entries()) {
    if (isInstruction(column.name)) continue;
    const cells = table.sample.map((row) => row[at] ?? null).filter((cell) => cell !== null);
    const head = toWords(column.name);
    if (column.type === 'date') roles.periods.push({ name: column.name, kind: 'date' });
    else if (column.type === 'text') {
      if (cells.length > 0 && cells.every((cell) => isoPeriod.test(String(cell).trim()))) {
        const isYear = cells.every((cell) => String(cell).trim().length === 4);
        roles.periods.push({ name: column.name, kind: isYear ? 'year' : 'text' });
      } else if (cells.length > 1 && cells.every((cell) => headerWords.isPeriod(String(cell)))) {
        roles.periods.push({ name: column.name, kind: 'name' });
      } else roles.labels.push(column.name);
    } else if (column.type === 'number') {
      if (headerWords.isPeriod(head)) wide.push(column);
      else if (areYears(column, cells)) roles.periods.push({ name: column.name, kind: 'year' });
      else {
        const measure = readMeasure(column, head, cells, table.sheet !== null);
        if (measure) roles.measures.push({ ...measure, isAdditive: measure.isAdditive && mayAdd });
      }
    }
  }
  roles.wide = readWide(table, wide, mayAdd);
  return roles;
}

function readWide(table: EngineTable, columns: readonly Column[], mayAdd: boolean): WideColumns | null {
  const [first, last] = [columns[0], columns.at(-1)];
  if (!first || !last || first === last) return null;
  // The heads are periods, so that only the names of the sheet and of the rows' column tell what is measured.
  const isParts = headerWords.areParts(table.columns[0]?.name ?? '');
  const name = toWords(table.sheet ?? table.name);
  const isAdditive = mayAdd && addsUp('', first.unit) && (isParts || headerWords.isAdditive(name));
  const names = columns.map((column) => column.name);
  return { names, first: first.name, last: last.name, unit: first.unit, isAdditive };
}

/** Units of lengths of time and of states, which have a mean and no sum. Heads do not hold these abbreviations. */
const noSum =
  /^(?:ms|s|sek|sec|min|h|hrs?|std|months?|monate?|mois|mes(?:es)?|k?hz|bar|℃|分|秒|日|週間?|[かヶヵ]月)\.?$/iu;
/** Units of counts that would name things if they were heads. */
const ofCounts = /^(?:no|nr)\.?$/iu;

/** True if numbers under a head add up. The unit counts, because it may have been cut from the head. */
function addsUp(head: string, unit: string | null): boolean {
  if (unit === null || ofCounts.test(unit)) return headerWords.isAdditive(head);
  return headerWords.isAdditive(`${head} ${unit}`) && !noSum.test(unit);
}

function readMeasure(
  { name, unit }: Column,
  head: string,
  cells: readonly unknown[],
  isWorkbook: boolean,
): Measure | null {
  const isPercent = percentUnit.test(unit ?? '') || percentUnit.test(head.replace(ratePart, ''));
  const isAdditive = !isPercent && addsUp(head, unit);
  // Numbers that name things, ranks and shares of other wholes have no sum and no mean.
  if (!isAdditive && !headerWords.hasMean(head)) return null;
  const isFraction = isPercent && isWorkbook && cells.every((cell) => Math.abs(Number(cell)) <= maxFraction);
  const isConstant = cells.length > 1 && new Set(cells).size === 1;
  return { name, unit: isPercent ? '%' : unit, isAdditive, isConstant, factor: isFraction ? 100 : 1 };
}

/** True for whole numbers like 2024 without a unit. They order rows and are no amounts. */
function areYears({ unit }: Column, cells: readonly unknown[]): boolean {
  const isYear = (cell: unknown) => Number.isInteger(cell) && Number(cell) >= 1900 && Number(cell) <= 2100;
  return unit === null && cells.length > 0 && cells.every(isYear);
}

/** Writes a head such as `unit_price` or `unitPrice` as words. */
function toWords(head: string): string {
  return head.replaceAll('_', ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
}
