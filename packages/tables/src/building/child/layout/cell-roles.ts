import type { Cell } from '../cells/cell.ts';
import { kindOfText } from '../cells/column-survey.ts';

const firstYear = 1_900;
const lastYear = 2_100;

/** What a cell is for the structure of a table. Words for yes and no are words: `NO` may head a column. */
export type Role = 'number' | 'date' | 'word' | 'year' | 'missing';

/** Tells whether a cell is a year, which heads have as well as bodies. */
export function isYear(cell: Cell): boolean {
  if (cell.kind !== 'number' && cell.kind !== 'text') return false;
  const value = /^\d{4}$/.test(cell.text) ? Number(cell.text) : 0;
  return value >= firstYear && value <= lastYear;
}

/** Tells what a cell is. */
export function roleOf(cell: Cell): Role {
  if (isYear(cell)) return 'year';
  if (cell.kind === 'error' || cell.kind === 'uncomputed') return 'missing';
  if (cell.kind !== 'text') return cell.kind === 'boolean' ? 'word' : cell.kind;
  const kind = kindOfText(cell.text);
  if (kind === 'text' || kind === 'boolean') return 'word';
  return kind === 'moment' || kind === 'short_year' ? 'date' : kind;
}

/** Tells whether a column of years is meant: by its head, or because it has nothing but years. */
export function isYearColumn(name: string, minimum: number, maximum: number, scale: number): boolean {
  if (scale > 0) return false;
  if (/^(?:fiscal |financial )?(?:years?|fy|jahr|geschäftsjahr|année|exercice|año|ejercicio|年|年度)$/i.test(name))
    return true;
  return minimum >= firstYear && maximum <= lastYear;
}
