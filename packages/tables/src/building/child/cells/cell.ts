/**
 * A cell as its file holds it. `text` is the text, a number as a decimal (`-12.5`), a day as YYYY-MM-DD, `true` or
 * `false`. A number of a sheet may have the unit that its format shows; the number itself is the cell's value.
 */
export interface Cell {
  kind: 'text' | 'number' | 'date' | 'boolean' | 'error';
  text: string;
  unit: string | null;
}

/** A row of a sheet or file; blank cells are null. */
export interface GridRow {
  /** Counted from 1, as people see it. */
  number: number;
  cells: (Cell | null)[];
}

/** Returns a cell of a delimited file; null if it is blank. */
export function textCell(text: string): Cell | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : { kind: 'text', text: trimmed, unit: null };
}
