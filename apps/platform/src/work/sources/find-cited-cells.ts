import type { Cell } from '@ecp/contract/work/tables';
import { readSpelling } from '@ecp/language/number-style';

/** At least this share of the quoted cells stands in the row. A quote may contain words of the head. */
const enough = 0.6;

/** The place of quoted cells in rows: indexes of their row and of their columns. */
export interface CitedCells {
  row: number;
  columns: number[];
}

/**
 * Finds the cells that a quote names. The quote holds cells with bars, tabs or semicolons between them; numbers may be
 * written with separators. Returns null when no row, or more than one, has the most of these cells.
 */
export function findCitedCells(rows: readonly (readonly Cell[])[], quote: string): CitedCells | null {
  const quoted = quote
    .split(/[|\t;\n]|…|\.{3}/)
    .map(fold)
    .filter((cell) => cell !== '' && !/^-+$/.test(cell));
  if (quoted.length === 0) return null;
  const scores = rows.map((cells) => {
    const own = new Set(cells.flatMap(spellings));
    return quoted.filter((cell) => own.has(cell)).length;
  });
  // A spread of all scores would exceed the arguments that a call may have.
  const best = scores.reduce((most, score) => Math.max(most, score), 0);
  const isSure = best >= Math.min(2, quoted.length) && best / quoted.length >= enough;
  const row = scores.indexOf(best);
  if (!isSure || row !== scores.lastIndexOf(best)) return null;
  const isQuoted = (cell: Cell) => spellings(cell).some((spelling) => quoted.includes(spelling));
  return { row, columns: (rows[row] ?? []).flatMap((cell, column) => (isQuoted(cell) ? [column] : [])) };
}

/** Folds a cell of a quote; a number loses separators and trailing zeros, and 12 % stays apart from 12. */
function fold(text: string): string {
  const plain = text.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ');
  const bare = plain.replace(/[\s’']/g, '');
  const [, sign = '', digits, percent] = /^([-+−]?)(\d[\d.,]*)(%?)$/.exec(bare) ?? [];
  // Without a style, three digits behind the only sign are a group of thousands.
  const [value] = digits === undefined ? [] : readSpelling(digits, null).map(Number);
  return value === undefined || Number.isNaN(value) ? plain : `${/[-−]/.test(sign) ? -value : value}${percent}`;
}

/** The ways in which a document may quote a cell: a share also as a percentage, a number also in whole digits. */
function spellings(cell: Cell): string[] {
  if (cell === null) return [];
  if (typeof cell !== 'number') return [fold(String(cell))];
  const percent = Number((cell * 100).toPrecision(12));
  return [...new Set([`${cell}`, `${Math.round(cell)}`, `${percent}%`, `${Number(percent.toFixed(1))}%`])];
}
