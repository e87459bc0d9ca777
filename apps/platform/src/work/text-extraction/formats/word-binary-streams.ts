/** The streams of a .doc ([MS-DOC]): its text, its structures and further properties. */
export interface WordStreams {
  main: Buffer;
  table: Buffer;
  data: Buffer;
}

/** A stretch of the text with its properties ([MS-DOC], grpprl), those of a paragraph behind the number of its style. */
export interface TextRange {
  start: number;
  end: number;
  properties: Buffer;
}

/** The header ([MS-DOC], Fib): its least length, and the places of the flags and of the lengths of the texts. */
export const header = {
  length: 0x382,
  flags: 10,
  encrypted: 0x0100,
  secondTable: 0x0200,
  lengths: 0x4c,
  structures: 0x9a,
};
/** Numbers of the structures that the header lists. */
export const structures = {
  ...{ styles: 1, footnoteReferences: 2, footnotes: 3, characters: 12, paragraphs: 13, fonts: 15, pieces: 33 },
  ...{ endnoteReferences: 46, endnotes: 47, lists: 73, listUses: 74 },
};

/** Returns a structure that the header lists; empty if there is none. */
export function structureOf({ main, table }: Pick<WordStreams, 'main' | 'table'>, number: number): Buffer {
  const at = header.structures + number * 8;
  return table.subarray(main.readUInt32LE(at), main.readUInt32LE(at) + main.readUInt32LE(at + 4));
}

/** Returns the lengths of the texts of a file, in characters. They follow each other in this order. */
export function lengthsOf(main: Buffer) {
  const [body = 0, footnotes = 0, heads = 0, , comments = 0, endnotes = 0, boxes = 0] = Array.from(
    { length: 7 },
    (_, index) => main.readUInt32LE(header.lengths + index * 4),
  );
  return { body, footnotes, heads, comments, endnotes, boxes };
}

/** A stretch of the text as it stands in the main stream, with one or two bytes for a character. */
interface Piece {
  start: number;
  length: number;
  from: number;
  width: 1 | 2;
}

/** Reads the text, whose pieces may stand in any order in the file ([MS-DOC], Clx). */
export function readPieces(streams: Pick<WordStreams, 'main' | 'table'>): { text: string; pieces: Piece[] } {
  const { main } = streams;
  const clx = structureOf(streams, structures.pieces);
  let at = 0;
  while (clx.readUInt8(at) === 1) at += 3 + clx.readUInt16LE(at + 1);
  const list = clx.subarray(at + 5, at + 5 + clx.readUInt32LE(at + 1));
  const count = Math.floor((list.length - 4) / 12);
  const windows = new TextDecoder('windows-1252');
  const words: string[] = [];
  const pieces: Piece[] = [];
  for (let index = 0; index < count; index += 1) {
    const [start, end] = [list.readUInt32LE(index * 4), list.readUInt32LE(index * 4 + 4)];
    // Each character has a byte of its own, so no file can ask for more text than it has bytes.
    const last = pieces.at(-1);
    if (end < start || end > main.length || start !== (last ? last.start + last.length : 0))
      throw new Error('The pieces of the text do not follow each other');
    const place = list.readUInt32LE((count + 1) * 4 + index * 8 + 2);
    const width = (place & 0x40000000) === 0 ? 2 : 1;
    const from = (place & 0x3fffffff) >>> (2 - width);
    const bytes = main.subarray(from, from + (end - start) * width);
    const piece = width === 2 ? bytes.toString('utf16le') : windows.decode(bytes);
    words.push(piece.padEnd(end - start, '\0'));
    pieces.push({ start, length: end - start, from, width });
  }
  return { text: words.join(''), pieces };
}

interface FileRange {
  from: number;
  to: number;
  properties: Buffer;
}

/** Finds the properties of a run in its page ([MS-DOC], Fkp), which has `count` runs. */
export type Locate = (page: Buffer, run: number, count: number) => Buffer;
const pageSize = 512;

/** Finds the properties of characters. */
export const locateCharacters: Locate = (page, run, count) => {
  const at = page.readUInt8((count + 1) * 4 + run) * 2;
  return at === 0 ? Buffer.alloc(0) : page.subarray(at + 1, at + 1 + page.readUInt8(at));
};

/** Finds the number of the style of a paragraph, and its properties. */
export const locateParagraph: Locate = (page, run, count) => {
  const at = page.readUInt8((count + 1) * 4 + run * 13) * 2;
  const words = page.readUInt8(at);
  return words === 0
    ? page.subarray(at + 2, at + 2 + page.readUInt8(at + 1) * 2)
    : page.subarray(at + 1, at + words * 2);
};

/** Reads the properties by their places in the file, in its order. */
export function readFileRanges(main: Buffer, list: Buffer, locate: Locate): FileRange[] {
  const count = Math.max(0, Math.floor((list.length - 4) / 8));
  const numbers = Array.from(
    { length: count },
    (_, index) => list.readUInt32LE((count + 1) * 4 + index * 4) & 0x3fffff,
  );
  const found = [...new Set(numbers)].flatMap((number) => {
    const page = main.subarray(number * pageSize, (number + 1) * pageSize);
    const runs = page.length < pageSize ? 0 : page.readUInt8(pageSize - 1);
    return Array.from({ length: runs }, (_, run) => ({
      from: page.readUInt32LE(run * 4),
      to: page.readUInt32LE(run * 4 + 4),
      properties: locate(page, run, runs),
    }));
  });
  const sorted = found.sort((one, other) => one.from - other.from);
  return sorted.filter(({ from }, at) => at === 0 || from > (sorted[at - 1]?.from ?? 0));
}

/** Turns places in the file into places in the text. */
export function toText(ranges: readonly FileRange[], pieces: readonly Piece[]): TextRange[] {
  return pieces.flatMap(({ start, length, from, width }) => {
    const placed: TextRange[] = [];
    const first = lastOf(ranges, (range) => range.from <= from);
    for (let at = Math.max(first, 0); at < ranges.length; at += 1) {
      const range = ranges[at] as FileRange;
      if (range.from >= from + length * width) break;
      const [begin, end] = [range.from, range.to].map((place) =>
        Math.min(Math.max(Math.ceil((place - from) / width), 0), length),
      ) as [number, number];
      if (begin < end) placed.push({ start: start + begin, end: start + end, properties: range.properties });
    }
    return placed;
  });
}

/** Returns the index of the last entry of a sorted list for which a test holds; -1 for none. */
export function lastOf<T>(list: readonly T[], holds: (entry: T) => boolean): number {
  let [low, high] = [-1, list.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(list[middle] as T)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Finds the properties at a place of the text, and where they end. */
export function rangeAt(ranges: readonly TextRange[], at: number): { end: number; properties: Buffer } {
  const index = lastOf(ranges, ({ start }) => start <= at);
  const range = ranges[index];
  if (range && range.end > at) return range;
  return { end: ranges[index + 1]?.start ?? Number.POSITIVE_INFINITY, properties: Buffer.alloc(0) };
}
