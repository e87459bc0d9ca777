import type { BookWords } from '../book-words.ts';
import type { Tone } from '../workbook-types.ts';

/** How a cell looks. Cells that look alike share one object. */
export interface CellStyle {
  format?: string;
  bold?: boolean;
  italic?: boolean;
  size?: number;
  /**
   * `input` is a value that somebody typed in, `link` one of another sheet, as models of finance
   * colour them.
   */
  ink?: 'head' | 'input' | 'link' | 'muted' | 'warning' | 'good' | 'bad';
  fill?: 'head' | 'band' | Tone;
  wraps?: boolean;
  align?: 'left' | 'right' | 'center';
  indent?: number;
  /** A line below the cell. */
  line?: boolean;
}

/**
 * What a cell holds. `formula` has no `=`, and `value` is its value. A text is cleaned and no
 * longer than a cell.
 */
export interface SheetCell {
  value: string | number | boolean | null;
  formula?: string;
  style: CellStyle;
  note?: string;
  /** The worksheet that a click on the cell opens. */
  target?: string;
}

/** A worksheet that is ready to be drawn. */
export interface Sheet {
  /** Valid and unique. */
  name: string;
  title: string;
  widths: readonly number[];
  /** Cells of each row; a row may be shorter than others. */
  rows: readonly (readonly (SheetCell | undefined)[])[];
  /** The row with heads, which stays in view and is repeated in print; null without one. */
  head: number | null;
  /** Columns that stay in view. */
  frozenColumns?: number;
  /** True if the heads filter their rows. */
  filters: boolean;
}

/** A workbook that is ready to be drawn. */
export interface Book {
  title: string;
  company: string;
  subject: string;
  /** Colour of heads as `#rrggbb`; a dark blue without one. */
  color: string | null;
  words: BookWords;
  sheets: readonly Sheet[];
  names: readonly { name: string; reference: string }[];
}
