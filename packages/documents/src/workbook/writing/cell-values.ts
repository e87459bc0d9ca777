import type { CellProblem } from '../book-words.ts';
import { sheetLimits } from '../workbook-types.ts';

/** A value as a worksheet holds it. */
export type Written =
  | { kind: 'empty' }
  | { kind: 'text'; text: string; problem?: CellProblem }
  | { kind: 'number'; number: number }
  | { kind: 'date'; serial: number }
  | { kind: 'boolean'; boolean: boolean };

const dayMs = 86_400_000;
/** Serial number of 1970-01-01. */
export const serialOfEpoch = 25_569;
/** Before March 1900 programs count days differently, because Excel knows a 29 February 1900. */
const firstSerial = 61;
const lastSerial = 2_958_465;

/** Reads a value of a column. A date or a number that no worksheet holds becomes text. */
export function writeValue(value: string | number | boolean | null, type: string): Written {
  if (value === null) return { kind: 'empty' };
  if (typeof value === 'boolean') return { kind: 'boolean', boolean: value };
  if (typeof value === 'number')
    return Number.isFinite(value)
      ? { kind: 'number', number: value }
      : { kind: 'text', text: String(value) };
  if (type === 'date') {
    const serial = serialOf(value);
    if (serial !== null) return { kind: 'date', serial };
    if (isDate(value)) return { kind: 'text', text: value, problem: 'old_date' };
  }
  if (type === 'number' && /^[-+]?\d{16,}$/.test(value))
    return { kind: 'text', text: value, problem: 'large_number' };
  const text = cleanText(value);
  if (text.length <= sheetLimits.textLength) return { kind: 'text', text };
  return { kind: 'text', text: cutText(text, sheetLimits.textLength), problem: 'long' };
}

const isDate = (text: string): boolean => /^-?\d{4,6}-\d{2}-\d{2}$/.test(text);

/**
 * Returns the serial number of a day `YYYY-MM-DD`, null for another text and for a day that has
 * none.
 */
export function serialOf(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const time = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text) return null;
  const serial = time / dayMs + serialOfEpoch;
  return serial >= firstSerial && serial <= lastSerial ? serial : null;
}

/**
 * Removes what XML cannot hold: control characters, halves of characters, and what is no character.
 */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\uFFFD');

/** Cuts a text to a length, with a mark at its end. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const mark = ' […]';
  return `${text.slice(0, length - mark.length).replace(/[\uD800-\uDBFF]$/, '')}${mark}`;
}

/** A text that a person's next edit of the cell could turn into a formula. */
export const looksLikeFormula = (text: string): boolean => /^\s*[=+\-@\t]/u.test(text);

const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Extended_Pictographic}/gu;

/** Returns the width of a text in digits: a wide character takes two. */
export const widthOf = (text: string): number =>
  !/[^\0-\u10FF]/u.test(text) ? text.length : text.length + (text.match(wide)?.length ?? 0);
