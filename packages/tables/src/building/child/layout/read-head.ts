import type { Cell, GridRow } from '../cells/cell.ts';
import { isDataCell, isYear } from './cell-roles.ts';
import type { Block } from './find-blocks.ts';
import { readMeasure, readUnit, splitHead } from './unit-text.ts';

/** A column of a block, named by its head. */
export interface HeadColumn {
  /** Its place in the block. */
  at: number;
  name: string;
  unit: string | null;
}

/** A table of a block: its columns, the unit in the corner, its rows, and the rows above that are no head. */
export interface TableLayout {
  columns: HeadColumn[];
  /** The unit of the first column's head, which measures all numbers if that column has none itself. */
  cornerUnit: string | null;
  /** The unit in a title, which measures all numbers. */
  titleUnit: string | null;
  body: GridRow[];
  notes: GridRow[];
}

/** Rows that are looked at for heads. */
const maxTitleRows = 20;
const maxNameLength = 120;

/** Finds titles, head and body of a block. Null if it is no table: a single row, or nothing but titles. */
export function readHead({ rows, width }: Block): TableLayout | null {
  const start = findFirstRow(rows, width);
  if (start === null || rows.length - start < 2) return null;
  const heads = rows.slice(start, start + countHeadRows(rows.slice(start, start + 4)));
  const body = rows.slice(start + heads.length);
  if (body.length === 0) return null;
  const notes = rows.slice(0, start);
  const { columns, cornerUnit } = nameColumns(heads, width);
  const used = columns.filter(({ at, name }) => name !== '' || body.some(({ cells }) => (cells[at] ?? null) !== null));
  return { columns: makeUnique(used), cornerUnit, titleUnit: findTitleUnit(notes), body, notes };
}

/** Returns the unit that titles name, such as `in EUR million`; null if none does. */
export function findTitleUnit(titles: readonly GridRow[]): string | null {
  const units = titles.flatMap(({ cells }) => cells.map((cell) => (cell ? readUnit(cell.text) : null)));
  return units.findLast((unit) => unit !== null) ?? null;
}

/** Skips titles: rows with one cell above rows with more. */
function findFirstRow(rows: readonly GridRow[], width: number): number | null {
  if (width === 1) return 0;
  const start = rows.slice(0, maxTitleRows).findIndex((row) => countFilled(row) > 1);
  return start < 0 ? null : start;
}

/** Counts the cells of a row; a merged one counts once. */
function countFilled({ cells }: GridRow): number {
  return new Set(cells.filter((cell) => cell !== null)).size;
}

/** Counts the rows of the head: none if the first one has data, two if the second completes or measures the first. */
function countHeadRows([first, second, third]: readonly GridRow[]): number {
  if (!first || hasData(first)) return 0;
  if (!second || !third || hasData(second) || !(hasData(third) || hasYear(third))) return 1;
  const isCompleted = second.cells.some((cell, at) => cell !== null && (first.cells[at] ?? null) === null);
  const repeats = first.cells.some((cell, at) => cell !== null && cell === (first.cells[at + 1] ?? null));
  return isUnitRow(second) || isCompleted || repeats ? 2 : 1;
}

/** Tells whether a row of a head has nothing but units: `EUR`, `kg`, `(%)`. */
function isUnitRow({ cells }: GridRow): boolean {
  return cells.every((cell) => cell === null || (readMeasure(cell.text) ?? readUnit(cell.text)) !== null);
}

const hasData = ({ cells }: GridRow) => cells.some((cell) => cell !== null && isDataCell(cell));
const hasYear = ({ cells }: GridRow) => cells.some((cell) => cell !== null && isYear(cell));

function nameColumns(heads: readonly GridRow[], width: number): { columns: HeadColumn[]; cornerUnit: string | null } {
  const [first, second] = heads;
  const upper = first ? (second ? spread(first.cells, second.cells) : first.cells) : [];
  const columns = Array.from({ length: width }, (_, at) => {
    const { name, unit } = joinHeads(upper[at] ?? null, second?.cells[at] ?? null, second ? isUnitRow(second) : false);
    return { at, name, unit };
  });
  return { columns, cornerUnit: columns[0]?.unit ?? null };
}

/** Joins the words of a column's heads, and takes its unit out of them. A unit alone measures the column. */
function joinHeads(upper: Cell | null, lower: Cell | null, isUnits: boolean): { name: string; unit: string | null } {
  const words: string[] = [];
  let bare: string | null = null;
  for (const [cell, isLower] of [[upper, false] as const, [lower, true] as const]) {
    if (cell === null) continue;
    const text = cell.text.replace(/\s+/g, ' ').trim();
    // In the lower head small letters tell `kg` and `days` from names of columns.
    const isMeasure = isLower && (isUnits || text === text.toLowerCase());
    const unit = (isMeasure ? readMeasure(text) : null) ?? readUnit(text);
    if (unit !== null) bare = unit;
    else if (!words.includes(text)) words.push(text);
  }
  const { name, unit } = splitHead(words.join(' ').slice(0, maxNameLength));
  return { name, unit: unit ?? bare };
}

/** Spreads the cells of an upper head to the right, over the blank ones above another cell of the lower head. */
function spread(upper: readonly (Cell | null)[], lower: readonly (Cell | null)[]): (Cell | null)[] {
  let last: Cell | null = null;
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => {
    last = upper[at] ?? ((lower[at] ?? null) === null ? null : last);
    return last;
  });
}

/** Gives columns without a head and those with another one's head names of their own; DuckDB ignores case. */
function makeUnique(columns: readonly HeadColumn[]): HeadColumn[] {
  const taken = new Set<string>();
  return columns.map((column, index) => {
    const base = column.name === '' ? `column_${index + 1}` : column.name;
    let name = base;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${base}_${number}`;
    taken.add(name.toLowerCase());
    return { ...column, name };
  });
}
