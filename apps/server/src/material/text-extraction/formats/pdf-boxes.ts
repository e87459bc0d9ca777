import { type PdfItem, type Place, placeOf } from './pdf-items.ts';

/** Texts of a line without a wide gap between them, with their place. */
interface Segment extends Place {
  items: PdfItem[];
  text: string;
}

/** The texts that stand at one height, from left to right. */
type Row = Segment[];

/** A stretch of a page that no text enters, from left to right, in points. */
interface Gutter {
  left: number;
  right: number;
}

/** Gaps at least as wide, in sizes of the letters, part texts of a line. */
const segmentGap = 1;
/** The gap between boxes, in sizes of the letters. */
const leastGutter = 0.8;
/** Texts whose baselines differ by less, in sizes of the letters, stand beside each other. */
const sameHeight = 0.6;
/** The distance of lines, in sizes of the letters, above which a box ends. */
const farthestLine = 2.2;
/**
 * The distance of a line from the one above, as a part of the smallest distance of the box, above
 * which it ends.
 */
const widerPitch = 1.45;

/**
 * Puts texts of boxes that stand side by side one after the other, where the file has them line by
 * line. A gap that goes down through several lines parts boxes; tables of values stay rows.
 */
export function partBoxes(items: readonly PdfItem[]): PdfItem[] {
  const rows = readRows(items);
  const ordered: PdfItem[] = [];
  for (let at = 0; at < rows.length; ) {
    const block = readBlock(rows, at) ?? { rows: rows.slice(at, at + 1), gutters: [] };
    const columns = partColumns(block.rows, block.gutters);
    if (columns) for (const segment of columns.flat()) ordered.push(...endLine(segment.items));
    else ordered.push(...block.rows.flatMap(writeRow));
    at += block.rows.length;
  }
  return ordered;
}

/** Ends a line behind the last of its texts, and leaves out the gap behind it. */
function endLine(items: readonly PdfItem[]): PdfItem[] {
  const texts = items.map((item) => ({ ...item, hasEOL: false }));
  const last = texts.at(-1);
  if (last) last.hasEOL = true;
  return texts;
}

const writeRow = (row: Row) => row.flatMap(({ items }) => items);

/** Cuts the items into rows, and these into segments, in the order of the file. */
function readRows(items: readonly PdfItem[]): Row[] {
  const rows: Row[] = [];
  let segment: Segment | null = null;
  let isEnded = false;
  for (const item of items) {
    const place = placeOf(item);
    const row: Row | undefined = rows.at(-1);
    if (!segment || !row) {
      segment = openSegment(item, place);
      rows.push([segment]);
    } else if (!place || !isPlaced(segment)) addItem(segment, item, place);
    else if (
      isBeside(segment, place) &&
      !isEnded &&
      place.left - segment.right < segmentGap * place.size
    )
      addItem(segment, item, place);
    else {
      const isSameRow = isBeside(segment, place) && place.left >= segment.right;
      segment = openSegment(item, place);
      if (isSameRow) row.push(segment);
      else rows.push([segment]);
    }
    if (place) isEnded = false;
    isEnded ||= item.hasEOL === true;
  }
  return rows;
}

const isPlaced = ({ size }: Segment) => size > 0;

function isBeside(segment: Segment, { baseline, size }: Place): boolean {
  return Math.abs(segment.baseline - baseline) < sameHeight * Math.min(segment.size, size);
}

function openSegment(item: PdfItem, place: Place | null): Segment {
  const { left, right, baseline, size } = place ?? { left: 0, right: 0, baseline: 0, size: 0 };
  return { items: [item], text: item.str ?? '', left, right, baseline, size };
}

function addItem(segment: Segment, item: PdfItem, place: Place | null): void {
  segment.items.push(item);
  segment.text += item.str ?? '';
  if (!place) return;
  const isFirst = !isPlaced(segment);
  segment.left = isFirst ? place.left : Math.min(segment.left, place.left);
  segment.right = isFirst ? place.right : Math.max(segment.right, place.right);
  segment.baseline = isFirst ? place.baseline : segment.baseline;
  segment.size = Math.max(segment.size, place.size);
}

/** Reads the rows from one on through which a gap goes down; null without two of them. */
function readBlock(rows: readonly Row[], from: number): { rows: Row[]; gutters: Gutter[] } | null {
  const first = rows[from] ?? [];
  let gutters = gapsOf(first);
  let end = from + 1;
  let pitch = Number.POSITIVE_INFINITY;
  let isParted = gutters.length > 0;
  for (; end < rows.length; end += 1) {
    const [above, row] = [rows[end - 1] ?? [], rows[end] ?? []];
    const distance = heightOf(above) - heightOf(row);
    const size = Math.max(...row.map((segment) => segment.size));
    if (distance <= 0 || distance > farthestLine * size || distance > pitch * widerPitch) break;
    // A column may begin above the other one.
    const rest: Gutter[] = isParted
      ? cutGutters(gutters, row)
      : gapsOf(row).filter((gap) => isFree(gap, first));
    if (rest.length === 0) break;
    isParted = true;
    gutters = rest;
    pitch = Math.min(pitch, distance);
  }
  return end - from >= 2 && isParted ? { rows: rows.slice(from, end), gutters } : null;
}

const heightOf = (row: Row) => Math.max(...row.map(({ baseline }) => baseline));

function gapsOf(row: Row): Gutter[] {
  return row.slice(1).flatMap((segment, at) => {
    const left = row[at]?.right ?? 0;
    return segment.left - left >= leastGutter * segment.size ? [{ left, right: segment.left }] : [];
  });
}

function isFree({ left, right }: Gutter, row: Row): boolean {
  return row.every((segment) => segment.right <= left + 1 || segment.left >= right - 1);
}

/** Returns what the texts of a row leave of gutters. */
function cutGutters(gutters: readonly Gutter[], row: Row): Gutter[] {
  const size = Math.max(...row.map((segment) => segment.size));
  return gutters.flatMap((gutter) => {
    let { left, right } = gutter;
    for (const segment of row) {
      if (segment.right <= left || segment.left >= right) continue;
      if (segment.left <= left) left = segment.right;
      else right = Math.min(right, segment.left);
    }
    return right - left >= leastGutter * size ? [{ left, right }] : [];
  });
}

/** Returns the texts of boxes, box by box; null for a table. */
function partColumns(rows: readonly Row[], gutters: readonly Gutter[]): Segment[][] | null {
  if (gutters.length === 0) return null;
  const columns: Segment[][] = Array.from({ length: gutters.length + 1 }, () => []);
  for (const segment of rows.flat()) {
    const at = gutters.filter(({ right }) => segment.left >= right - 1).length;
    columns[at]?.push(segment);
  }
  if (columns.some((column) => column.length === 0)) return null;
  if (!areBoxes(columns) && !areTiles(columns)) return null;
  const isFromRight = rows
    .flat()
    .every(({ items }) => items.every(({ dir, str = '' }) => str === '' || dir === 'rtl'));
  return isFromRight ? columns.reverse() : columns;
}

/** A value in a cell: a number with its units, a sign for none, or a day. */
const value =
  /^[^\p{L}]*\p{N}[^\p{L}]*(?:\p{L}{1,4}[.%]?)?$|^\p{L}{0,3}[^\p{L}]{0,3}\p{N}[^\p{L}]*$|^[-–—.•✓✗x]$/u;
const isValue = ({ text }: Segment) => value.test(text.trim());

/** Tells whether columns are running text: no column of values, and lines that go on, or lists. */
function areBoxes(columns: readonly Segment[][]): boolean {
  if (
    columns.some(
      (column) => column.slice(1).filter(isValue).length * 2 >= Math.max(column.length - 1, 2),
    )
  )
    return false;
  const lines = columns.flatMap((column) => column.slice(1));
  const hasCase = lines.some(({ text }) => /\p{Lu}|\p{Ll}/u.test(text));
  if (hasCase && !lines.some(({ text }) => startsInside(text)) && !columns.some(isList))
    return false;
  const flowing = columns.filter((column) => isList(column) || isFlowing(column)).length;
  return (
    flowing * 2 >= columns.length &&
    flowing >= 1 &&
    columns.every((column) => isFlowing(column) || isShort(column))
  );
}

const bullet = /^\s*(?:[-–—•·▪◦‣●○■□✓➢*]|\p{N}{1,2}[.)]|\p{L}\))\s*\p{L}/u;
const isList = (column: readonly Segment[]) =>
  column.filter(({ text }) => bullet.test(text)).length >= 2;
const isShort = (column: readonly Segment[]) => column.length <= 2 || isList(column);

/**
 * Words, or for scripts without blanks letters, that a line of running text has at least on
 * average.
 */
const leastWords = 2.5;
const lettersOfWord = 3;
const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/gu;

/**
 * Tells whether the lines of a column are one text: most lines have no room for the first word of
 * the next.
 */
function isFlowing(column: readonly Segment[]): boolean {
  const words = column.map(({ text }) => countWords(text));
  if (words.reduce((sum, count) => sum + count, 0) / column.length < leastWords) return false;
  if (column.length === 1) return true;
  const left = Math.min(...column.map((segment) => segment.left));
  const right = Math.max(...column.map((segment) => segment.right));
  const goesOn = column.slice(0, -1).filter((segment, at) => {
    const next = column[at + 1];
    if (!next) return false;
    const [word = ''] = /^\s*\S+/.exec(next.text) ?? [];
    const length = word.search(unspaced) === -1 ? word.trim().length : 1;
    const width = ((next.right - next.left) * (length + 1)) / Math.max(next.text.length, 1);
    const isFull = segment.right + width > left + (right - left) * 0.93;
    return isFull || startsInside(next.text);
  });
  return goesOn.length * 2 >= column.length - 1;
}

const startsInside = (text: string) => /^\s*\p{Ll}/u.test(text);

function countWords(text: string): number {
  const letters = text.match(unspaced)?.length ?? 0;
  const words = text.replace(unspaced, ' ').match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
  return words + letters / lettersOfWord;
}

/** A number above its words is set larger by at least this factor. */
const largerNumber = 1.3;

/** Tells whether columns are tiles: a large number, and words below it. */
function areTiles(columns: readonly Segment[][]): boolean {
  return columns.every(([first, ...others]) => {
    const [second] = others;
    return (
      first &&
      second &&
      first.size >= second.size * largerNumber &&
      others.every((segment) => !isValue(segment))
    );
  });
}
