import type { Cell, GridRow } from '../cells/column-survey.ts';
import {
  countFilled,
  isMarkedNote,
  isMetadataLabel,
  isNoteText,
  isUnitRow,
  partRows,
  repeatsNames,
  roleOf,
} from './find-head.ts';
import type { Block } from './read-layout.ts';
import { isSubtotalWord, readTotalLabel } from './total-rows.ts';

/**
 * A sheet with more blocks below each other stays one table, with a remark, because each table
 * takes time.
 */
const maxBlocks = 100;

/** Rows of a title above a head. */
const maxTitleRows = 4;

/** What a page prints above or below its rows: `Page 2 of 5`, `- 3 -`, `Seite 2/5`. */
const pageNumber =
  /(?:page|seite|página|pagina|sheet|blatt|ページ|頁|p\.)\s?\d{1,4}(?:\s?(?:of|von|de|sur|di|\/)\s?\d{1,4})?|^[-–\s]*\d{1,3}(?:\s?\/\s?\d{1,3})?[-–\s]*$|\d{1,4}(?:\s?\/\s?\d{1,4})?\s?(?:ページ|頁)/giu;
const continuation =
  /[([]?(?<!\p{L})(?:continued|cont['’]?d?\.?|fortsetzung|forts\.|suite|continuación|cont\.|continua)(?!\p{L})[)\]]?|[(（]?(?:続き|つづき)[)）]?/giu;
/** The totals that a page carries to the next one. */
const carried = /übertrag|carried|brought|à reporter|report|suma y sigue|繰越|page|seite|página/iu;

/** A title with its kind before a colon: `Department: Sales`. */
const labelled = /^[^:：]{2,30}[:：]\s?\S.{0,40}$/u;

/** Where a head stands again, and what that means. */
interface Repetition {
  /** The first row of the new block, or of what the page repeats. */
  from: number;
  /** The head's main row. */
  headAt: number;
  beginsBlock: boolean;
}

/**
 * Splits a block where its head stands again below a title of its own or after a total, because
 * another quantity begins there. The head that a page repeats begins none: the rows of one run go
 * on below it.
 */
export function splitStackedBlocks(block: Block): Block[] {
  const { rows, width } = block;
  if (width < 2 || rows.length < 4) return [block];
  const { notes, heads } = partRows(rows, width);
  const main = heads.findLast((row) => countFilled(row) > 1 && !isUnitRow(row));
  if (main === undefined) return [block];
  const repetitions = findRepetitions(rows, heads, main, notes.length + heads.length);
  const starts = repetitions.filter(({ beginsBlock }) => beginsBlock);
  const pageRows = repetitions.flatMap(({ from, headAt, beginsBlock }) =>
    beginsBlock
      ? []
      : rows
          .slice(from, headAt)
          .filter((row) => !heads.some((head) => repeatsNames(row.cells, head.cells))),
  );
  if (starts.length === 0) return pageRows.length === 0 ? [block] : [withoutRows(block, pageRows)];
  const [first] = starts;
  if (starts.length >= maxBlocks)
    return [{ ...block, stackedAt: rows[first?.headAt ?? 0]?.number }];
  const ends = [...starts.map(({ from }) => from), rows.length];
  return [{ from: 0, headAt: rows.indexOf(main) }, ...starts].map(({ from, headAt }, index) =>
    withoutRows(
      { ...block, headAt: headAt - from, isStacked: true, rows: rows.slice(from, ends[index]) },
      pageRows,
    ),
  );
}

/** Takes rows that pages repeat out of a block, as its notes. */
function withoutRows(block: Block, pageRows: readonly GridRow[]): Block {
  const own = new Set(pageRows.filter((row) => block.rows.includes(row)));
  const headRow = block.headAt === undefined ? undefined : block.rows[block.headAt];
  const rows = block.rows.filter((row) => !own.has(row));
  const headAt = headRow === undefined ? undefined : rows.indexOf(headRow);
  return { ...block, rows, headAt, pageRows: [...own] };
}

function findRepetitions(
  rows: readonly GridRow[],
  heads: readonly GridRow[],
  main: GridRow,
  bodyStart: number,
): Repetition[] {
  const found: Repetition[] = [];
  const valueColumns = findValueColumns(rows.slice(bodyStart, bodyStart + sampledRows));
  let start = 0;
  let previous = bodyStart;
  for (let at = bodyStart + 1; at < rows.length - 1; at += 1) {
    const row = rows[at];
    if (!row) continue;
    const isOther = isOtherHead(row, main, valueColumns);
    if (!isOther && !repeatsNames(row.cells, main.cells)) continue;
    let from = at;
    while (
      from > previous &&
      heads.some((head) => repeatsNames(rows[from - 1]?.cells ?? [], head.cells))
    )
      from -= 1;
    const titles = countTitleRows(rows, from, previous, valueColumns);
    const above = rows.slice(start, previous).filter((other) => isTitleRow(other, valueColumns));
    const own = rows.slice(from - titles, from).filter((title) => isOwnTitle(title, above));
    // Notes above the title belong to the rows before it.
    const first = own.length > 0 ? rows.indexOf(own[0] as GridRow) : from - titles;
    const last = rows[from - titles - 1];
    const isAfterTotal =
      last !== undefined &&
      from - titles > previous &&
      endsBlock(last, rows.slice(start, from - titles - 1));
    const hasRows = first > previous;
    const isAnother =
      isOther || own.length > 0 || isAfterTotal || hasOwnTitleBelow(rows, at, bodyStart);
    // Pages print the head below the table as well, above nothing but notes.
    const hasRowsBelow = rows.slice(at + 1).some((other) => !isTitleRow(other, valueColumns));
    const beginsBlock = hasRows && hasRowsBelow && isAnother;
    found.push({ from: first, headAt: at, beginsBlock });
    if (beginsBlock) start = first;
    previous = at + 1;
  }
  return found;
}

/**
 * Tells whether a row has the label of the head and other names above the values:
 * `Region,2024,2025`.
 */
function isOtherHead(row: GridRow, main: GridRow, valueColumns: ReadonlySet<number>): boolean {
  const at = main.cells.findIndex((cell) => cell !== null);
  const [label, own] = [main.cells[at], row.cells[at]];
  if (!label || !own || roleOf(label) !== 'word' || own.text !== label.text || valueColumns.has(at))
    return false;
  const names = row.cells.flatMap((cell, place) =>
    cell !== null && valueColumns.has(place) ? [roleOf(cell)] : [],
  );
  const areNames = names.every((role) => role === 'word' || role === 'year' || role === 'date');
  return names.length > 0 && areNames && !repeatsNames(row.cells, main.cells);
}

/**
 * Tells whether the blocks have their titles below their heads, and a head that stands again one of
 * its own.
 */
function hasOwnTitleBelow(rows: readonly GridRow[], headAt: number, bodyStart: number): boolean {
  const [first, own] = [rows[bodyStart], rows[headAt + 1]];
  if (!first || !own || countFilled(first) !== 1 || countFilled(own) !== 1) return false;
  return plainTitle(first) !== '' && isOwnTitle(own, rows.slice(bodyStart, headAt));
}

/** Rows whose cells tell which columns hold values. */
const sampledRows = 100;

/** Returns the places of the columns of numbers and days. */
function findValueColumns(rows: readonly GridRow[]): ReadonlySet<number> {
  const balance = new Map<number, number>();
  for (const { cells } of rows) {
    for (const [at, cell] of cells.entries()) {
      if (cell !== null)
        balance.set(at, (balance.get(at) ?? 0) + (roleOf(cell) === 'word' ? -1 : 1));
    }
  }
  return new Set([...balance].filter(([, count]) => count > 0).map(([at]) => at));
}

/** Counts the rows of titles and notes directly above a row, down to `limit`. */
function countTitleRows(
  rows: readonly GridRow[],
  at: number,
  limit: number,
  valueColumns: ReadonlySet<number>,
): number {
  let count = 0;
  while (count < maxTitleRows && at - count - 1 >= limit) {
    const row = rows[at - count - 1];
    if (!row || !isTitleRow(row, valueColumns)) break;
    count += 1;
  }
  return count;
}

/**
 * Tells whether a row has one cell, or two that are metadata: a label and its value, or words among
 * the values.
 */
function isTitleRow(row: GridRow, valueColumns: ReadonlySet<number>): boolean {
  const filled = countFilled(row);
  if (filled !== 2) return filled === 1;
  const first = row.cells.find((cell): cell is Cell => cell !== null);
  const words = row.cells.flatMap((cell, at) =>
    cell !== null && valueColumns.has(at) ? [roleOf(cell)] : [],
  );
  const areWords = words.length > 0 && words.every((role) => role === 'word');
  return areWords || (first !== undefined && isMetadataLabel(first.text));
}

/** Tells whether a row is a title that no row above has, and neither a page's number nor a note. */
function isOwnTitle(row: GridRow, above: readonly GridRow[]): boolean {
  const title = plainTitle(row);
  if (title === '' || isMarkedNote(title) || (isNoteText(title) && !labelled.test(title)))
    return false;
  return !above.some((other) => plainTitle(other) === title);
}

const plainTitle = ({ cells }: GridRow): string =>
  cells
    .flatMap((cell, at) => (cell === null || cell === cells[at - 1] ? [] : cell.text))
    .join(' ')
    .replace(pageNumber, '')
    .replace(continuation, '')
    .replace(/^[\s,;|–-]+|[\s,;|–-]+$/g, '')
    .toLowerCase();

/** Tells whether a row is the total of its block, and no subtotal of a group in it or of a page. */
function endsBlock({ cells }: GridRow, rows: readonly GridRow[]): boolean {
  const words = cells.find((cell): cell is Cell => cell !== null && roleOf(cell) === 'word');
  const label = words === undefined ? null : readTotalLabel(words.text);
  if (words === undefined || label === null || label.means === 'mean') return false;
  if (isSubtotalWord(words.text) || carried.test(words.text)) return false;
  const { name } = label;
  return (
    name === null ||
    !rows.some((row) => row.cells.some((cell) => cell?.text.toLowerCase() === name))
  );
}
