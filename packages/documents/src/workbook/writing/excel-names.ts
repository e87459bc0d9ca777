import { sheetLimits } from '../workbook-types.ts';

/** Gives names that Excel takes, each once, whatever case others have. */
interface NameBook {
  /** Returns the name of a worksheet for a title. */
  sheet(title: string): string;
  /** Returns a name for a range. */
  range(words: string): string;
}

const forbidden = /[[\]:*?/\\\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;
/** Excel keeps these names for itself, in its languages. */
const reserved = new Set(['history', 'verlauf', 'historique', 'historial']);
const longestRange = 60;

export function createNameBook(): NameBook {
  const sheets = new Set<string>(reserved);
  const ranges = new Set<string>();
  return {
    sheet(title) {
      const words = title.toWellFormed().replace(forbidden, ' ').replace(/\s+/gu, ' ');
      return addUnique(
        sheets,
        (end) => `${trimQuotes(cutWords(words, sheetLimits.nameLength - end.length))}${end}`,
        ' ',
      );
    },
    range(words) {
      const plain = words
        .normalize('NFKC')
        .replace(/%/g, ' percent ')
        .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
        .replace(/^_+|_+$/g, '');
      const start = /^\p{L}/u.test(plain) && !isTaken(plain) ? plain : `_${plain}`;
      return addUnique(
        ranges,
        (end) => `${cut(start, longestRange - end.length).replace(/_+$/, '') || '_'}${end}`,
        '_',
      );
    },
  };
}

/** A name that could be a cell (`FY2025`, `R1C1`), or a constant. */
const isTaken = (name: string): boolean =>
  /^(?:[a-z]{1,3}\d+|r\d*(?:c\d*)?|c\d*|true|false|null)$/i.test(name);

function addUnique(taken: Set<string>, write: (end: string) => string, gap: string): string {
  for (let number = 1; ; number += 1) {
    const name = write(number === 1 ? '' : `${gap}${number}`) || 'Sheet';
    const key = name.normalize('NFKC').toLowerCase();
    if (taken.has(key)) continue;
    taken.add(key);
    return name;
  }
}

/** Cuts a text to UTF-16 units without half of a character. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.slice(0, length);
  return end.isWellFormed() ? end : end.slice(0, -1);
}

/** Cuts a text behind a word, unless its last word is long. */
function cutWords(text: string, length: number): string {
  const start = cut(text, length);
  if (start === text) return text;
  const whole = /^(.{2,})[\s,;:.–-]+\S{0,14}$/su.exec(start)?.[1];
  return whole?.replace(/[\s,;:.–-]+$/u, '') || start;
}

const trimQuotes = (text: string): string => text.replace(/^[\s']+|[\s']+$/gu, '');

/** Quotes the name of a worksheet for a formula. */
export const quoteSheet = (name: string): string => `'${name.replaceAll("'", "''")}'`;

/** Names a column by its index from 0: A, Z, AA. */
export function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return `${rest > 0 ? columnName(rest - 1) : ''}${String.fromCharCode(65 + (index % 26))}`;
}

/** Returns an absolute reference to a cell, with its worksheet. */
export const cellReference = (sheet: string, row: number, column: number): string =>
  `${quoteSheet(sheet)}!$${columnName(column)}$${row + 1}`;

/** Returns an absolute reference to a range. */
export const rangeReference = (
  sheet: string,
  [firstRow, firstColumn]: readonly [number, number],
  [lastRow, lastColumn]: readonly [number, number],
): string =>
  `${cellReference(sheet, firstRow, firstColumn)}:$${columnName(lastColumn)}$${lastRow + 1}`;
