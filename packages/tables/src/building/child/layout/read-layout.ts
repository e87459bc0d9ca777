import type { GridRow } from '../cells/cell.ts';
import type { Block } from './find-blocks.ts';
import { countFilled, partRows } from './find-head.ts';
import { type HeadColumn, makeUnique, nameColumns } from './name-columns.ts';
import { readUnit } from './unit-text.ts';

/** A table of a block: its columns, the unit in the corner, its rows, and the rows above that are no head. */
export interface TableLayout {
  columns: HeadColumn[];
  /** The unit of the first column's head, which measures all numbers if that column has none itself. */
  cornerUnit: string | null;
  /** The unit in a title, which measures all numbers. */
  titleUnit: string | null;
  heads: GridRow[];
  body: GridRow[];
  notes: GridRow[];
}

/** `# N` on a commented line of names is the name N; `# of orders` means their number. */
const commented = /^#+\s*(?!of\s)(?=\p{L})/iu;

/**
 * Finds titles, head and body of a block. Null if it is no table: nothing but titles, or a single row.
 * @param isOnly true if nothing else is in the sheet or file, so that a head alone is a table without rows
 */
export function readLayout({ rows, width }: Block, isOnly: boolean): TableLayout | null {
  const parts = partRows(rows, width);
  const { notes, body } = parts;
  const heads = parts.heads.map(stripMark);
  const isHeadAlone = isOnly && heads.length > 0 && (width === 1 ? rows[0]?.fields === 1 : heads.some(hasNames));
  if (body.length === 0 && !isHeadAlone) return null;
  if (heads.length === 0 && body.length === 1 && !(isOnly && width > 1)) return null;
  const { columns, cornerUnit } = nameColumns(heads, width);
  const isUsed = new Array<boolean>(width).fill(false);
  for (const { cells } of body) for (const [at, cell] of cells.entries()) if (cell !== null) isUsed[at] = true;
  const used = columns.filter(({ at, name }) => name !== '' || isUsed[at]);
  return { columns: makeUnique(used), cornerUnit, titleUnit: findTitleUnit(notes), heads, body, notes };
}

/** A title that is merged over all columns is one name, and no head. */
const hasNames = (row: GridRow) => countFilled(row) > 1;

/** Titles have fewer cells; a row of more is a record, and a currency in it belongs to that record. */
const mostTitleCells = 4;

/** Returns the unit that titles name, such as `in EUR million`; null if none does. */
export function findTitleUnit(rows: readonly GridRow[]): string | null {
  const titles = rows.filter((row) => countFilled(row) <= mostTitleCells);
  const units = titles.flatMap(({ cells }) => cells.map((cell) => (cell ? readUnit(cell.text) : null)));
  return units.findLast((unit) => unit !== null) ?? null;
}

function stripMark(row: GridRow): GridRow {
  const [first, ...others] = row.cells;
  if (first?.kind !== 'text' || row.fields === undefined || !commented.test(first.text)) return row;
  return { ...row, cells: [{ ...first, text: first.text.replace(commented, '') }, ...others] };
}
