import { writtenUnit } from '@ecp/language/units';
import type { Cell, GridRow } from '../cells/cell.ts';
import { isUnitRow } from './find-head.ts';
import { readUnit, splitHead } from './unit-text.ts';

/** A column of a block, named by its head. */
export interface HeadColumn {
  /** Its place in the block. */
  at: number;
  name: string;
  unit: string | null;
}

const maxNameLength = 120;

/** Names the columns of a block by the rows of its head, outer first, and finds the unit in the corner. */
export function nameColumns(
  heads: readonly GridRow[],
  width: number,
): { columns: HeadColumn[]; cornerUnit: string | null } {
  const spread = heads.map(({ cells }, index) =>
    index < heads.length - 1 ? spreadNames(cells, heads.slice(index + 1)) : cells,
  );
  const units = heads.map((row, index) => index > 0 && isUnitRow(row));
  const columns = Array.from({ length: width }, (_, at) => {
    const cells = spread.map((row) => row[at] ?? null);
    return { at, ...joinHeads(cells, units) };
  });
  return { columns, cornerUnit: columns[0]?.unit ?? null };
}

/** Joins the words of a column's heads, and takes its unit out of them. A unit alone measures the column. */
function joinHeads(cells: readonly (Cell | null)[], units: readonly boolean[]): { name: string; unit: string | null } {
  const words: string[] = [];
  let bare: string | null = null;
  for (const [index, cell] of cells.entries()) {
    if (cell === null || cell === cells[index - 1]) continue;
    const text = cell.text.replace(/\s+/g, ' ').trim();
    // In a lower head small letters tell `kg` and `days` from names of columns.
    const isMeasure = index > 0 && (units[index] || text === text.toLowerCase());
    const unit = (isMeasure ? writtenUnit(text) : null) ?? readUnit(text);
    if (unit !== null) bare = unit;
    else if (words.at(-1) !== text) words.push(text);
  }
  const { name, unit } = splitHead(words.join(' ').slice(0, maxNameLength));
  return { name: name.replace(/[\s,;:]+$/, ''), unit: unit ?? bare };
}

/**
 * Spreads the names of an upper head to the right, over the blank cells above names of lower heads. The last one goes
 * no further than the ones before it.
 */
function spreadNames(upper: readonly (Cell | null)[], lower: readonly GridRow[]): (Cell | null)[] {
  const width = Math.max(upper.length, ...lower.map(({ cells }) => cells.length));
  const starts = upper.flatMap((cell, at) => (cell !== null && cell !== (upper[at - 1] ?? null) ? [at] : []));
  const spans = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
  const wider = spans.filter((span) => span > 1);
  const limit = wider.length > 0 ? Math.max(...wider) : width;
  let [last, from]: [Cell | null, number] = [null, 0];
  return Array.from({ length: width }, (_, at) => {
    const own = upper[at] ?? null;
    if (own !== null) [last, from] = [own, own === last ? from : at];
    else if (at - from >= limit || lower.every(({ cells }) => (cells[at] ?? null) === null)) last = null;
    // A name above the labels of rows, with none below it, names them alone.
    else if (
      from === 0 &&
      starts[0] === 0 &&
      starts.length > 1 &&
      lower.every(({ cells }) => (cells[0] ?? null) === null)
    )
      last = null;
    return last;
  });
}

/** Gives columns without a head and those with another one's head names of their own; DuckDB ignores case. */
export function makeUnique(columns: readonly HeadColumn[]): HeadColumn[] {
  const taken = new Set<string>();
  return columns.map((column, index) => {
    const base = column.name === '' ? `column_${index + 1}` : column.name;
    let name = base;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${base}_${number}`;
    taken.add(name.toLowerCase());
    return { ...column, name };
  });
}
