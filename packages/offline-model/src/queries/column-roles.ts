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
  /** Factor that turns its numbers into what the unit says. A workbook keeps 12 % as 0.12. */
  factor: number;
}

/**
 * A column by which rows are put in order of time: years, dates, or texts such as 2024-Q3, which sort by themselves.
 */
export interface PeriodColumn {
  name: string;
  kind: 'year' | 'date' | 'text';
}

/** The roles of a table's columns in queries. */
export interface ColumnRoles {
  measures: Measure[];
  periods: PeriodColumn[];
  /** Columns of words, by which rows can be grouped. */
  labels: string[];
  /** Columns of numbers whose heads are periods in order, if there are at least two. */
  wide: { first: string; last: string; unit: string | null } | null;
}

const isoPeriod = /^(?:19|20)\d{2}(?:[-/ ]?(?:Q[1-4]|H[12]|0[1-9]|1[0-2]))?$/;
const percentUnit = /%|‰|percent|prozent|pour ?cent|por ?ciento|パーセント/iu;
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
  const [first, last] = [wide[0], wide.at(-1)];
  if (first && last && first !== last) roles.wide = { first: first.name, last: last.name, unit: first.unit };
  return roles;
}

function readMeasure(
  { name, unit }: Column,
  head: string,
  cells: readonly unknown[],
  isWorkbook: boolean,
): Measure | null {
  const isPercent = percentUnit.test(unit ?? '') || percentUnit.test(head);
  const isAdditive = !isPercent && headerWords.isAdditive(head);
  // Numbers that name things, ranks and shares of other wholes have no sum and no mean.
  if (!isAdditive && !headerWords.hasMean(head)) return null;
  const isFraction = isPercent && isWorkbook && cells.every((cell) => Math.abs(Number(cell)) <= maxFraction);
  return { name, unit: isPercent ? '%' : unit, isAdditive, factor: isFraction ? 100 : 1 };
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
