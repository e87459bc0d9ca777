import type { Cell, GridRow } from '../cells/cell.ts';
import { isDataCell } from './cell-roles.ts';

/** A rectangle of a sheet that blank rows and columns set apart. Its rows hold the cells of its columns alone. */
export interface Block {
  firstColumn: number;
  width: number;
  rows: GridRow[];
}

/** Splits a sheet at blank rows and columns. What a blank row only structures stays one block. */
export function findBlocks(rows: readonly GridRow[]): Block[] {
  const blocks: Block[] = [];
  for (const segment of splitRows(rows)) {
    for (const block of splitColumns(segment)) {
      const above = blocks.findLast((other) => isContinued(other, block));
      if (above) above.rows.push(...block.rows.map((row) => shift(row, block.firstColumn - above.firstColumn)));
      else blocks.push(block);
    }
  }
  return blocks;
}

function splitRows(rows: readonly GridRow[]): GridRow[][] {
  const segments: GridRow[][] = [];
  let last: GridRow | null = null;
  for (const row of rows) {
    if (row.cells.every((cell) => cell === null)) continue;
    if (last === null || row.number !== last.number + 1) segments.push([]);
    segments.at(-1)?.push(row);
    last = row;
  }
  return segments;
}

/** Splits where a column is blank and a table with labels of its own begins behind it. */
function splitColumns(rows: GridRow[]): Block[] {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const isFilled = Array.from({ length: width }, (_, at) => rows.some(({ cells }) => (cells[at] ?? null) !== null));
  const starts: number[] = [];
  for (let at = 0; at < width; at += 1) {
    const follows = at === 0 || !isFilled[at - 1];
    if (isFilled[at] && follows && (starts.length === 0 || beginsTable(rows, at, isFilled))) starts.push(at);
  }
  return starts.map((firstColumn, index) => {
    const end = starts[index + 1] ?? width;
    const own = rows
      .map(({ number, cells }) => ({ number, cells: cells.slice(firstColumn, end) }))
      .filter(({ cells }) => cells.some((cell) => cell !== null));
    return { firstColumn, width: end - firstColumn, rows: own };
  });
}

/** Tells whether the columns from here are a table with labels, not figures that belong to those on the left. */
function beginsTable(rows: readonly GridRow[], at: number, isFilled: readonly boolean[]): boolean {
  if (!isFilled[at + 1]) return false;
  const labels = rows.map(({ cells }) => cells[at] ?? null).filter((cell) => cell !== null);
  return labels.length > 1 && labels.filter((cell) => !isDataCell(cell)).length * 2 > labels.length;
}

/** Tells whether a block goes on with the rows of one above: the same columns, and data where that one has data. */
function isContinued(above: Block, { firstColumn, width, rows }: Block): boolean {
  const offset = firstColumn - above.firstColumn;
  if (offset < 0 || offset + width > above.width || above.width < 2) return false;
  const isData = Array.from({ length: above.width }, (_, at) => {
    const cells = above.rows.slice(1).map((row) => row.cells[at] ?? null);
    return cells.some((cell) => cell !== null && isDataCell(cell));
  });
  const [first] = rows;
  return (first?.cells ?? []).some((cell, at) => cell !== null && isDataCell(cell) && isData[at + offset] === true);
}

function shift({ number, cells }: GridRow, columns: number): GridRow {
  return { number, cells: [...new Array<Cell | null>(columns).fill(null), ...cells] };
}
