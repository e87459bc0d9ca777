import type { Language } from '@ecp/language/language';

/**
 * A value of a cell. A text is always written as a text, whatever it begins with. A date is
 * `YYYY-MM-DD`.
 */
export type BookValue = string | number | boolean | null;

/** The colour of a cell: what a reader may think of it. */
export type Tone = 'good' | 'open' | 'bad' | 'person' | 'none';

/** A cell with more than its value. */
export interface BookCell {
  value: BookValue;
  /** Stands in a note on the cell, such as a quote with its place. */
  note?: string | undefined;
  tone?: Tone | undefined;
}

/** A value, or a cell with a note or a colour. */
export type BookEntry = BookValue | BookCell;

type BookColumnType = 'text' | 'number' | 'date' | 'boolean';

export interface BookColumn {
  name: string;
  type: BookColumnType;
  /** Stands in the head behind the name, and chooses the format of numbers. */
  unit?: string | null;
  /** Stands in a note on the head, such as the whole question of a column. */
  note?: string;
}

/** One table as a workbook. */
export interface TableBook {
  title: string;
  /** The language of the words of ours; English without one. */
  language?: Language;
  /** Lines below the title: what the table holds and where it comes from. */
  lines?: readonly string[];
  /** What the colours of cells say, in a line below the title. */
  legend?: readonly { tone: Tone; text: string }[];
  columns: readonly BookColumn[];
  /** Cells in the order of the columns. A missing cell is empty. */
  rows: readonly (readonly BookEntry[])[];
  /** True if long texts run over several lines of their cell. */
  wraps?: boolean;
  /** A second worksheet: where the cells come from. */
  sources?: Pick<TableBook, 'title' | 'columns' | 'rows'>;
  /** The firm, in the properties of the file. */
  company?: string;
  /** Colour of heads as `#rrggbb`; a dark blue without one. */
  color?: string | null;
}

/** Bounds of a worksheet of Excel. */
export const sheetLimits = {
  rows: 1_048_576,
  columns: 16_384,
  textLength: 32_767,
  nameLength: 31,
} as const;
