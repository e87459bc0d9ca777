import { writtenUnit } from '@ecp/language/unit-words';
import { type Cell, type GridRow, shownText } from '../cells/column-survey.ts';
import {
  countFilled,
  isMetadataLabel,
  isNoteText,
  isUnitLabel,
  isUnitRow,
  partRows,
  readUnit,
  roleOf,
  splitHead,
} from './find-head.ts';

/**
 * A table of a block: its columns, the unit in the corner, its rows, and the rows above that are no
 * head.
 */
export interface TableLayout {
  columns: HeadColumn[];
  /**
   * The unit of the first column's head, which measures all numbers if that column has none itself.
   */
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
 * Finds a block's titles, head and body; null for titles alone or one row. With `isOnly`, a head
 * alone is a table.
 */
export function readLayout(
  { rows, width, headAt, pageRows = [] }: Block,
  isOnly: boolean,
): TableLayout | null {
  const parts = partRows(rows, width, headAt);
  const { notes, body } = parts;
  const heads = parts.heads.map(stripMark);
  const isHeadAlone =
    isOnly && heads.length > 0 && (width === 1 ? rows[0]?.fields === 1 : heads.some(hasNames));
  if (body.length === 0 && !isHeadAlone) return null;
  if (heads.length === 0 && body.length === 1 && !(isOnly && width > 1)) return null;
  const { columns, cornerUnit } = nameColumns(heads, width);
  const isUsed = new Array<boolean>(width).fill(false);
  for (const { cells } of body)
    for (const [at, cell] of cells.entries()) if (cell !== null) isUsed[at] = true;
  const used = columns.filter(({ at, name }) => name !== '' || isUsed[at]);
  const titleUnit = findTitleUnit(notes);
  return {
    columns: makeUnique(used),
    cornerUnit,
    titleUnit,
    heads,
    body,
    notes: [...notes, ...pageRows],
  };
}

/**
 * Returns the title of a block that stands below others: the last text of one cell above its head;
 * '' without one.
 */
export function findTitle({ rows, headAt = 0 }: Block): string {
  const titles = rows.slice(0, headAt).filter((row) => countFilled(row) === 1);
  return titles.at(-1)?.cells.find((cell) => cell !== null)?.text ?? '';
}

/** A title that is merged over all columns is one name, and no head. */
const hasNames = (row: GridRow) => countFilled(row) > 1;

/**
 * Titles have fewer cells; a row of more is a record, and a currency in it belongs to that record.
 */
const mostTitleCells = 4;

/** Returns the unit that titles name, such as `in EUR million`; null if none does. */
export function findTitleUnit(rows: readonly GridRow[]): string | null {
  const titles = rows.filter((row) => countFilled(row) <= mostTitleCells);
  const units = titles.flatMap(({ cells }) =>
    cells.map((cell) => (cell ? readUnit(cell.text) : null)),
  );
  return units.findLast((unit) => unit !== null) ?? null;
}

function stripMark(row: GridRow): GridRow {
  const [first, ...others] = row.cells;
  if (first?.kind !== 'text' || row.fields === undefined || !commented.test(first.text)) return row;
  return { ...row, cells: [{ ...first, text: first.text.replace(commented, '') }, ...others] };
}

/**
 * A rectangle of a sheet that blank rows and columns set apart. Its rows hold the cells of its
 * columns alone.
 */
export interface Block {
  firstColumn: number;
  width: number;
  rows: GridRow[];
  /** The main row of its head, where that is known. */
  headAt?: number | undefined;
  /** True for one of several blocks below each other that have the same head. */
  isStacked?: boolean;
  /** Rows that pages repeat, which belong to no block. */
  pageRows?: GridRow[];
  /** The row from which another quantity may begin, where there are too many blocks to part. */
  stackedAt?: number | undefined;
}

/** Rows that are looked at to tell what a column holds. */
const sampledRows = 50;
/** Metadata above a table has no more rows. */
const maxTitleRows = 8;

/**
 * Splits a sheet into its tables and notes. Blank rows set apart what has a head or columns of its
 * own, no more.
 */
export function findBlocks(rows: readonly GridRow[]): Block[] {
  const blocks: Block[] = [];
  for (const segment of splitRows(rows)) {
    for (const block of splitColumns(segment)) {
      const above = isList(blocks.at(-1), block)
        ? blocks.at(-1)
        : blocks.findLast((other) => isContinued(other, block));
      if (above) {
        const shift = block.firstColumn - above.firstColumn;
        for (const row of block.rows)
          above.rows.push(shift === 0 ? row : { ...row, cells: [...blanks(shift), ...row.cells] });
        above.width = Math.max(above.width, shift + block.width);
      } else blocks.push(block);
    }
  }
  return blocks;
}

const blanks = (count: number) => new Array<Cell | null>(count).fill(null);

/** Splits at blank rows, and where records of another width begin with a head of their own. */
function splitRows(rows: readonly GridRow[]): GridRow[][] {
  const segments: GridRow[][] = [];
  let last: GridRow | null = null;
  let widest = 0;
  for (const [at, row] of rows.entries()) {
    if (row.cells.every((cell) => cell === null)) continue;
    const isApart = last === null || isBlankBetween(rows, at);
    if (isApart || beginsOtherWidth(rows, at, widest)) {
      segments.push([]);
      widest = 0;
    }
    segments.at(-1)?.push(row);
    widest = Math.max(widest, row.fields ?? 0);
    last = row;
  }
  return segments;
}

/** Tells whether a blank row stands above a row. A record may have several lines. */
function isBlankBetween(rows: readonly GridRow[], at: number): boolean {
  const [above, row] = [rows[at - 1], rows[at]];
  if (!above || !row) return false;
  return (
    above.cells.every((cell) => cell === null) ||
    (row.fields === undefined && row.number > above.number + 1)
  );
}

function beginsOtherWidth(rows: readonly GridRow[], at: number, widest: number): boolean {
  const [row, next] = [rows[at], rows[at + 1]];
  if (row?.fields === undefined || next?.fields !== row.fields || row.fields < 2 || widest < 2)
    return false;
  if (row.fields === widest || rows[at - 1]?.fields === row.fields) return false;
  return hasOwnHead(rows.slice(at, at + sampledRows));
}

/** Splits where a column is blank and a table with labels of its own begins behind it. */
function splitColumns(rows: GridRow[]): Block[] {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const isFilled = new Array<boolean>(width).fill(false);
  for (const { cells } of rows)
    for (const [at, cell] of cells.entries()) if (cell !== null) isFilled[at] = true;
  const starts: number[] = [];
  for (let at = 0; at < width; at += 1) {
    const follows = at === 0 || !isFilled[at - 1];
    if (isFilled[at] && follows && (starts.length === 0 || beginsTable(rows, at, isFilled)))
      starts.push(at);
  }
  return starts.map((firstColumn, index) => {
    const end = starts[index + 1] ?? width;
    const own = rows
      .map((row) => ({ ...row, cells: row.cells.slice(firstColumn, end) }))
      .filter(({ cells }) => cells.some((cell) => cell !== null));
    return { firstColumn, width: end - firstColumn, rows: own };
  });
}

/**
 * Tells whether the columns from here are a table with labels, not figures that belong to those on
 * the left.
 */
function beginsTable(rows: readonly GridRow[], at: number, isFilled: readonly boolean[]): boolean {
  if (!isFilled[at + 1]) return false;
  const labels = rows.map(({ cells }) => cells[at] ?? null).filter((cell) => cell !== null);
  return (
    labels.length > 1 && labels.filter((cell) => roleOf(cell) === 'word').length * 2 > labels.length
  );
}

/** Tells whether two blocks are one column that goes on below a blank row. */
const isList = (above: Block | undefined, { width, firstColumn }: Block): boolean =>
  above?.width === 1 && width === 1 && above.firstColumn === firstColumn;

/**
 * Tells whether a block goes on with the rows of one above: in its columns, and without a head of
 * its own.
 */
function isContinued(above: Block, block: Block): boolean {
  const { firstColumn, width, rows } = block;
  const offset = firstColumn - above.firstColumn;
  const [first] = rows;
  if (!first || offset < 0 || above.width < 2) return false;
  if (repeatsHead(above, first, offset)) return true;
  const isAlone = countFilled(above.rows[0] as GridRow) > 1 && above.rows.length === 1;
  if (hasOwnHead(rows)) return offset === 0 && isTitle(above, width);
  if (offset + width > above.width) return false;
  const single =
    rows.length === 1 && countFilled(first) === 1
      ? (first.cells.find((cell) => cell !== null) ?? null)
      : null;
  if (single !== null && roleOf(single) === 'word')
    return offset === 0 && isSparseRecord(above, first, single);
  const kinds = kindsOf(above);
  if (isAlone || kinds.every((kind) => kind === null))
    return offset === 0 && rows.some((row) => countFilled(row) * 2 > above.width);
  let [same, other] = [0, 0];
  for (const row of rows.slice(0, sampledRows)) {
    for (const [at, cell] of row.cells.entries()) {
      const kind = kinds[at + offset];
      if (cell === null || !kind) continue;
      const role = roleOf(cell);
      if (role === 'missing') continue;
      if (
        role === kind ||
        (role === 'year' && kind === 'number') ||
        (role === 'number' && kind === 'year')
      )
        same += 1;
      else other += 1;
    }
  }
  if (same + other === 0) return offset === 0 && width * 2 > above.width;
  return same > 0 && same >= other;
}

/** Tells whether a row with one word is a record whose other fields are blank, and no note. */
function isSparseRecord(above: Block, row: GridRow, { text }: Cell): boolean {
  const usual = above.rows[0]?.fields;
  return row.fields !== undefined && row.fields === usual && !isNoteText(text);
}

/** Tells whether rows begin with words above columns of values. */
function hasOwnHead(rows: readonly GridRow[]): boolean {
  const [first, ...others] = rows;
  if (!first || others.length === 0 || countFilled(first) < 2) return false;
  const sample = others.slice(0, sampledRows);
  if (first.cells.some((cell) => cell !== null && ['number', 'date'].includes(roleOf(cell))))
    return false;
  return first.cells.some((cell, at) => {
    if (cell === null || roleOf(cell) !== 'word') return false;
    const roles = sample.flatMap((row) => row.cells[at] ?? []).map(roleOf);
    const values = roles.filter((role) => role !== 'word' && role !== 'missing').length;
    return values > 0 && values * 2 > roles.filter((role) => role !== 'missing').length;
  });
}

/**
 * Tells whether a block is metadata above a wider table: few rows of a label and its value, and no
 * head.
 */
export function isTitle(block: Block, below: number): boolean {
  const { rows } = block;
  if (rows.length > maxTitleRows || filledWidth(block) > 2 || below <= 2) return false;
  // Two labels side by side are a head: `From,To`.
  if (isMetadataLabel(rows[0]?.cells[1]?.text ?? '')) return false;
  if (rows.length === 1) return true;
  const labels = rows.map(({ cells }) => cells[0]?.text ?? '');
  return labels.filter((label) => isMetadataLabel(label)).length * 2 >= labels.length;
}

/** Counts the columns of a block up to the last one with a cell. */
export function filledWidth({ rows }: Block): number {
  return rows.reduce(
    (most, { cells }) => Math.max(most, cells.findLastIndex((cell) => cell !== null) + 1),
    0,
  );
}

/** Tells whether a row is the first full row of a block once more. */
function repeatsHead({ rows, width }: Block, row: GridRow, offset: number): boolean {
  const head = rows.slice(0, sampledRows).find((candidate) => countFilled(candidate) * 2 > width);
  if (!head || countFilled(row) < 2 || countFilled(head) !== countFilled(row)) return false;
  return row.cells.every((cell, at) => cell?.text === head.cells[at + offset]?.text);
}

function kindsOf({ rows, width }: Block): ('number' | 'date' | 'year' | null)[] {
  const sample = rows.slice(1, 1 + sampledRows);
  return Array.from({ length: width }, (_, at) => {
    const roles = sample.flatMap(({ cells }) => cells[at] ?? []).map(roleOf);
    return (['number', 'date', 'year'] as const).find((kind) => roles.includes(kind)) ?? null;
  });
}

/** A column of a block, named by its head. */
export interface HeadColumn {
  /** Its place in the block. */
  at: number;
  name: string;
  unit: string | null;
}

const maxNameLength = 120;

/**
 * Names the columns of a block by the rows of its head, outer first, and finds the unit in the
 * corner.
 */
function nameColumns(
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

/**
 * Joins the words of a column's heads, and takes its unit out of them. A unit alone measures the
 * column.
 */
function joinHeads(
  cells: readonly (Cell | null)[],
  units: readonly boolean[],
): { name: string; unit: string | null } {
  const words: string[] = [];
  let bare: string | null = null;
  for (const [index, cell] of cells.entries()) {
    if (cell === null || cell === cells[index - 1]) continue;
    const text = shownText(cell).replace(/\s+/g, ' ').trim();
    if (units[index] && (isUnitLabel(text) || /^[-–—/.]$/.test(text))) continue;
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
 * Spreads upper heads' names to the right over lower ones, the last no further than those before.
 */
function spreadNames(upper: readonly (Cell | null)[], lower: readonly GridRow[]): (Cell | null)[] {
  const width = Math.max(upper.length, ...lower.map(({ cells }) => cells.length));
  const starts = upper.flatMap((cell, at) =>
    cell !== null && cell !== (upper[at - 1] ?? null) ? [at] : [],
  );
  const spans = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
  const wider = spans.filter((span) => span > 1);
  const limit = wider.length > 0 ? Math.max(...wider) : width;
  let [last, from]: [Cell | null, number] = [null, 0];
  return Array.from({ length: width }, (_, at) => {
    const own = upper[at] ?? null;
    if (own !== null) [last, from] = [own, own === last ? from : at];
    else if (at - from >= limit || lower.every(({ cells }) => (cells[at] ?? null) === null))
      last = null;
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

/**
 * Gives columns without a head and those with another one's head names of their own; DuckDB ignores
 * case.
 */
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
