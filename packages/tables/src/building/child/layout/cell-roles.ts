import type { Cell } from '../cells/cell.ts';
import { readBoolean } from '../cells/read-boolean.ts';
import { readDate } from '../cells/read-date.ts';
import { readNumber } from '../cells/read-number.ts';

const firstYear = 1_900;
const lastYear = 2_100;

/** Tells whether a cell is a year, which heads have as well as bodies. */
export function isYear(cell: Cell): boolean {
  if (cell.kind !== 'number' && cell.kind !== 'text') return false;
  const value = /^\d{4}$/.test(cell.text) ? Number(cell.text) : 0;
  return value >= firstYear && value <= lastYear;
}

/** Tells whether a cell holds a value that only the body of a table has: a number but no year, a day, true or false. */
export function isDataCell(cell: Cell): boolean {
  if (cell.kind === 'error') return true;
  if (isYear(cell)) return false;
  if (cell.kind !== 'text') return true;
  if (readBoolean(cell.text) !== null || Object.keys(readDate(cell.text)).length > 0) return true;
  return readNumber(cell.text) !== null;
}

/** Tells whether a column of years is meant: by its head, or because it has nothing but years. */
export function isYearColumn(name: string, minimum: number, maximum: number, scale: number): boolean {
  if (scale > 0) return false;
  if (/^(?:fiscal |financial )?(?:years?|fy|jahr|geschäftsjahr|année|exercice|año|ejercicio|年|年度)$/i.test(name))
    return true;
  return minimum >= firstYear && maximum <= lastYear;
}
