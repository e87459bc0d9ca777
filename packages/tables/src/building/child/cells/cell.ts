import { writeDouble } from '@ecp/language/cells';

/**
 * A cell as its file holds it. `text` is the text, a number as a decimal (`-12.5`), a day as YYYY-MM-DD, `true` or
 * `false`. A number of a sheet may have the unit that its format shows; the number itself is the cell's value.
 * `uncomputed` is a formula whose result the file does not hold.
 */
export interface Cell {
  kind: 'text' | 'number' | 'date' | 'boolean' | 'error' | 'uncomputed';
  text: string;
  unit: string | null;
}

/** A row of a sheet or file; blank cells are null. */
export interface GridRow {
  /** The line of the file or the row of the sheet, counted from 1, as people see it. */
  number: number;
  cells: (Cell | null)[];
  /** How many fields the record of a delimited file has; undefined for a row of a sheet. */
  fields?: number | undefined;
}

/** Signs without width: they are no part of a text anywhere, or not at its ends. */
const unseen = /[\u200b\u2060\ufeff\u00ad]/g;
const unseenAtEnds = /^[\s\u200c-\u200f\u202a-\u202e]+|[\s\u200c-\u200f\u202a-\u202e]+$/g;

/** Returns a text without blanks at its ends and without signs that nobody sees, such as the zero-width space. */
export function cleanText(text: string): string {
  return text.replace(unseen, '').replace(unseenAtEnds, '');
}

/** Returns a cell of a delimited file; null if it is blank. */
export function textCell(text: string): Cell | null {
  // Programs write ="007" so that Excel leaves the text as it is.
  const cleaned = cleanText(text).replace(/^="([^"]*)"$/, '$1');
  return cleaned === '' ? null : { kind: 'text', text: cleaned, unit: null };
}

/** Writes a cell of a column of texts: 0.12 of a cell that shows percent is `12%`. */
export function shownText({ kind, text, unit }: Cell): string {
  return kind === 'number' && unit === '%' ? `${writeDouble(Number((Number(text) * 100).toPrecision(15)))}%` : text;
}
