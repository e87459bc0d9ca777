/** The row of the heads. */
export const headRow = -1;

interface Place {
  row: number;
  /** -1 is the column of the files. */
  column: number;
}

/** The active cell, and the other corner of what is selected; null if that is one cell. */
export interface Cursor extends Place {
  anchor: Place | null;
}

interface PressedKey {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

interface Size {
  rows: number;
  columns: number;
  /** Rows of one screen. */
  pageRows: number;
}

/** Returns where a key leads, as in a sheet; null for a key that does not move. */
export function moveCursor(
  cursor: Cursor,
  pressed: PressedKey,
  { rows, columns, pageRows }: Size,
): Cursor | null {
  const { row, column, anchor } = cursor;
  const isFar = pressed.ctrlKey || pressed.metaKey;
  const [lastRow, lastColumn] = [rows - 1, columns - 1];
  const moves: Record<string, Place> = {
    ArrowUp: { row: isFar ? Math.min(0, row) : row - 1, column },
    ArrowDown: { row: isFar ? lastRow : row + 1, column },
    ArrowLeft: { row, column: isFar ? -1 : column - 1 },
    ArrowRight: { row, column: isFar ? lastColumn : column + 1 },
    Home: { row: isFar ? Math.min(0, lastRow) : row, column: -1 },
    End: { row: isFar ? lastRow : row, column: lastColumn },
    PageUp: { row: row === headRow ? row : Math.max(0, row - pageRows), column },
    PageDown: { row: row + pageRows, column },
  };
  const aim = moves[pressed.key];
  if (!aim) return null;
  const next = {
    row: Math.max(headRow, Math.min(lastRow, aim.row)),
    column: Math.max(-1, Math.min(lastColumn, aim.column)),
  };
  if (!pressed.shiftKey || next.row === headRow || row === headRow)
    return { ...next, anchor: null };
  return { ...next, anchor: anchor ?? { row, column } };
}

/** Returns the corners of what is selected. Row and columns of the heads are never a part of it. */
export function rectOf({ row, column, anchor }: Cursor) {
  const other = anchor ?? { row, column };
  return {
    top: Math.max(0, Math.min(row, other.row)),
    bottom: Math.max(row, other.row),
    left: Math.min(column, other.column),
    right: Math.max(column, other.column),
    isRange: anchor !== null && (anchor.row !== row || anchor.column !== column),
  };
}
