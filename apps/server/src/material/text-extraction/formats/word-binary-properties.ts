import type { WordStyle } from '@ecp/documents/word/reading/read-parts';
import { makeElement, type XmlElement } from '@ecp/documents/word/reading/xml-tree';

/** Reads the names of the fonts in the order of their numbers ([MS-DOC], SttbfFfn). */
export function readFonts(list: Buffer): string[] {
  const names: string[] = [];
  for (let at = 4; at < list.length; ) {
    const next = at + 1 + list.readUInt8(at);
    const [name = ''] = list.toString('utf16le', at + 40, Math.max(next, at + 40)).split('\0');
    names.push(name);
    at = next;
  }
  return names;
}

/** Names of the styles that Word knows by numbers, whatever the file calls them. */
function nameOfStyle(number: number, name: string): string {
  if (number >= 1 && number <= 9) return `heading ${number}`;
  if (number >= 19 && number <= 27) return `toc ${number - 18}`;
  return number === 62 ? 'title' : name;
}

/** Reads the styles by the numbers by which the text names them ([MS-DOC], STSH). */
export function readStyles(list: Buffer): Map<string, WordStyle> {
  const styles = new Map<string, WordStyle>();
  if (list.length < 6) return styles;
  const [count, fixed] = [list.readUInt16LE(2), list.readUInt16LE(4)];
  let at = 2 + list.readUInt16LE(0);
  for (let id = 0; id < count && at + 2 <= list.length; id += 1) {
    const length = list.readUInt16LE(at);
    const style = list.subarray(at + 2, at + 2 + length);
    at += 2 + length + (length & 1);
    if (style.length < fixed + 2 || fixed < 6) continue;
    const kind = style.readUInt16LE(2);
    const nameEnd = fixed + 2 + style.readUInt16LE(fixed) * 2;
    const own = nameOfStyle(
      style.readUInt16LE(0) & 0xfff,
      style.toString('utf16le', fixed + 2, nameEnd),
    );
    const changes: Buffer[] = [];
    for (let place = nameEnd + 2; place + 2 <= style.length && changes.length < 3; ) {
      const size = style.readUInt16LE(place);
      changes.push(style.subarray(place + 2, place + 2 + size));
      place += 2 + size + (size & 1);
    }
    const isParagraph = (kind & 0xf) === 1;
    const { properties } = readParagraph(
      (isParagraph ? changes[0] : undefined) ?? Buffer.alloc(0),
      {
        data: Buffer.alloc(0),
      },
    );
    const looks = readCharacters(
      (isParagraph ? changes[1] : changes[0]) ?? Buffer.alloc(0),
      [],
    ).properties;
    const findValue = (from: readonly XmlElement[], name: string) =>
      from.findLast((element) => element.name === name)?.attributes['w:val'] ?? null;
    const numbers = properties.flatMap(({ name, children }) =>
      name === 'w:numPr' ? (children as XmlElement[]) : [],
    );
    const [outline, level] = [findValue(properties, 'w:outlineLvl'), findValue(numbers, 'w:ilvl')];
    const align = findValue(looks, 'w:vertAlign');
    styles.set(String(id), {
      name: own,
      basedOn: kind >>> 4 === 0xfff ? null : String(kind >>> 4),
      outline: outline === null ? null : Number(outline),
      numbering: findValue(numbers, 'w:numId'),
      level: level === null ? null : Number(level),
      position: align === 'superscript' ? 'raised' : align === 'subscript' ? 'lowered' : null,
      isHidden: findValue(looks, 'w:vanish') === '1',
    });
  }
  return styles;
}

/** Formats of numbers by their codes; others are read as digits. */
const formats: Record<number, string> = {
  1: 'upperRoman',
  2: 'lowerRoman',
  3: 'upperLetter',
  4: 'lowerLetter',
  22: 'decimalZero',
  23: 'bullet',
  255: 'none',
};
const [listLength, useLength, levelLength] = [28, 16, 28];

/**
 * Reads the lists and the numbers by which paragraphs name them ([MS-DOC], PlfLst and PlfLfo), as
 * in .docx.
 */
export function readNumbering(streams: Pick<WordStreams, 'main' | 'table'>): XmlElement {
  const lists = structureOf(streams, structures.lists);
  const uses = structureOf(streams, structures.listUses);
  const numbering = makeElement('w:numbering');
  if (lists.length < 2 || uses.length < 4) return numbering;
  const count = Math.min(lists.readUInt16LE(0), Math.floor((lists.length - 2) / listLength));
  // The levels stand behind the list of lists, without being counted in its length.
  const levels = streams.table.subarray(
    lists.byteOffset - streams.table.byteOffset + 2 + count * listLength,
  );
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const list = lists.subarray(2 + index * listLength);
    const own: XmlElement[] = [];
    const isSimple = ((list[26] ?? 0) & 1) === 1;
    for (
      let level = 0;
      level < (isSimple ? 1 : 9) && at + levelLength + 2 <= levels.length;
      level += 1
    ) {
      const read = readLevel(levels.subarray(at), level);
      own.push(read.element);
      at += read.length;
    }
    numbering.children.push(
      makeElement('w:abstractNum', own, { 'w:abstractNumId': String(list.readInt32LE(0)) }),
    );
  }
  const used = Math.min(uses.readUInt32LE(0), Math.floor((uses.length - 4) / useLength));
  const overrides = readStarts(uses, used);
  for (let index = 0; index < used; index += 1) {
    const list = valued('w:abstractNumId', uses.readInt32LE(4 + index * useLength));
    const id = { 'w:numId': String(index + 1) };
    numbering.children.push(makeElement('w:num', [list, ...(overrides[index] ?? [])], id));
  }
  return numbering;
}

function readLevel(bytes: Buffer, level: number): { element: XmlElement; length: number } {
  const label = levelLength + (bytes[24] ?? 0) + (bytes[25] ?? 0);
  const size = label + 2 <= bytes.length ? bytes.readUInt16LE(label) : 0;
  const text = bytes.toString('utf16le', label + 2, label + 2 + size * 2);
  // The numbers of the levels stand in the label as characters of these codes.
  const pattern = Array.from(text, (sign) =>
    sign.charCodeAt(0) < 9 ? `%${sign.charCodeAt(0) + 1}` : sign,
  ).join('');
  const element = makeElement(
    'w:lvl',
    [
      valued('w:start', bytes.readInt32LE(0)),
      valued('w:numFmt', formats[bytes[4] ?? 0] ?? 'decimal'),
      valued('w:lvlText', pattern),
    ],
    { 'w:ilvl': String(level) },
  );
  return { element, length: label + 2 + size * 2 };
}

/**
 * Reads the numbers at which uses of lists start anew, up to the first use that changes more than
 * the number.
 */
function readStarts(uses: Buffer, count: number): XmlElement[][] {
  const starts: XmlElement[][] = [];
  let at = 4 + count * useLength;
  for (let index = 0; index < count && at + 4 <= uses.length; index += 1) {
    const own: XmlElement[] = [];
    starts.push(own);
    at += 4;
    for (
      let left = uses[4 + index * useLength + 12] ?? 0;
      left > 0 && at + 8 <= uses.length;
      left -= 1
    ) {
      const flags = uses.readUInt32LE(at + 4);
      const start = (flags & 0x10) === 0 ? [] : [valued('w:startOverride', uses.readInt32LE(at))];
      own.push(makeElement('w:lvlOverride', start, { 'w:ilvl': String(flags & 0xf) }));
      if ((flags & 0x20) !== 0) return starts;
      at += 8;
    }
  }
  return starts;
}

/** The lengths of the values of properties by their kinds; 6 says its length itself. */
const valueLengths = [1, 1, 2, 4, 2, 2, 0, 3];
const tableColumns = 0xd608;

/** Lists properties by their codes ([MS-DOC], Sprm), with their values. */
function* propertiesIn(list: Buffer): Generator<[code: number, value: Buffer]> {
  for (let at = 0; at + 3 <= list.length; ) {
    const code = list.readUInt16LE(at);
    const kind = code >>> 13;
    const own = kind !== 6 ? 0 : code === tableColumns ? 2 : 1;
    const start = at + 2 + own;
    if (start > list.length) return;
    const said = own === 0 ? (valueLengths[kind] ?? 0) : list.readUIntLE(at + 2, own) - (own - 1);
    const length = Math.max(said, 0);
    // A value that is cut off or shorter than a number counts as if noughts followed it.
    yield [code, Buffer.concat([list.subarray(start, start + length)], Math.max(length, 4))];
    at = start + length;
  }
}

/** Makes a property with a value. */
export const valued = (name: string, value: string | number) =>
  makeElement(name, [], { 'w:val': String(value) });

interface CharacterLook {
  properties: XmlElement[];
  isDeleted: boolean;
  /** The sign of another font that each character of the run stands for. */
  symbol: XmlElement | null;
}

/** Rise or fall in half points from which text is raised or lowered. */
const leastShift = 4;

/** Reads how characters look from their properties. */
export function readCharacters(list: Buffer, fonts: readonly string[]): CharacterLook {
  const look: CharacterLook = { properties: [], isDeleted: false, symbol: null };
  for (const [code, value] of propertiesIn(list)) {
    const isOn = value[0] === 1 || value[0] === 0x81 ? 1 : 0;
    const number = value.readInt16LE(0);
    if (code === 0x0800) look.isDeleted = isOn === 1;
    else if (code === 0x4a30) look.properties.push(valued('w:rStyle', number));
    else if (code === 0x2a48)
      look.properties.push(
        valued('w:vertAlign', ['baseline', 'superscript', 'subscript'][number & 0xff] ?? ''),
      );
    else if (code === 0x4845 && Math.abs(number) >= leastShift)
      look.properties.push(valued('w:vertAlign', number > 0 ? 'superscript' : 'subscript'));
    else if (code === 0x0837 || code === 0x2a53) look.properties.push(valued('w:strike', isOn));
    else if (code === 0x083c) look.properties.push(valued('w:vanish', isOn));
    else if (code === 0x4a4f)
      look.properties.push(makeElement('w:rFonts', [], { 'w:ascii': fonts[number] ?? '' }));
    else if (code === 0x6a09) {
      const sign = value.readUInt16LE(2).toString(16);
      look.symbol = makeElement('w:sym', [], { 'w:font': fonts[number] ?? '', 'w:char': sign });
    }
  }
  return look;
}

/** The style, the list and the place in a table that the properties of a paragraph give it. */
interface ParagraphLook {
  properties: XmlElement[];
  inTable: boolean;
  isRowEnd: boolean;
  /** The edges of the cells of a row, from the left, in twentieths of a point. */
  edges: number[];
}

/** @param list the number of a paragraph's style, and its properties */
export function readParagraph(list: Buffer, { data }: Pick<WordStreams, 'data'>): ParagraphLook {
  const look: ParagraphLook = { properties: [], inTable: false, isRowEnd: false, edges: [] };
  if (list.length < 2) return look;
  const numbering: XmlElement[] = [];
  const read = (properties: Buffer, isOuter: boolean) => {
    for (const [code, value] of propertiesIn(properties)) {
      if (code === 0x2416 || code === 0x6649) look.inTable ||= value.readUInt32LE(0) > 0;
      else if (code === 0x2417) look.isRowEnd = value[0] === 1;
      else if (code === 0x2640) look.properties.push(valued('w:outlineLvl', value[0] ?? 9));
      else if (code === 0x260a) numbering.push(valued('w:ilvl', value[0] ?? 0));
      else if (code === 0x460b) numbering.push(valued('w:numId', listOf(value.readUInt16LE(0))));
      else if (code === tableColumns) look.edges = readEdges(value);
      // Many properties stand in a stream of their own.
      else if ((code === 0x6646 || code === 0x6645) && isOuter) {
        const at = value.readUInt32LE(0);
        if (at + 2 <= data.length)
          read(data.subarray(at + 2, at + 2 + data.readUInt16LE(at)), false);
      }
    }
  };
  read(list.subarray(2), true);
  look.properties.push(valued('w:pStyle', list.readUInt16LE(0)), makeElement('w:numPr', numbering));
  return look;
}

/** Returns the number of a list; 0 for none. */
const listOf = (number: number) => (number <= 0x7fe ? number : 0);

function readEdges(value: Buffer): number[] {
  const count = (value[0] ?? 0) + 1;
  return value.length < 1 + count * 2
    ? []
    : Array.from({ length: count }, (_, at) => value.readInt16LE(1 + at * 2));
}

/** The streams of a .doc ([MS-DOC]): its text, its structures and further properties. */
export interface WordStreams {
  main: Buffer;
  table: Buffer;
  data: Buffer;
}

/**
 * A range of the text with its properties ([MS-DOC], grpprl); a paragraph's follow the number of
 * its style.
 */
export interface TextRange {
  start: number;
  end: number;
  properties: Buffer;
}

/**
 * The header ([MS-DOC], Fib): its least length, and the places of the flags and of the lengths of
 * the texts.
 */
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
  styles: 1,
  footnoteReferences: 2,
  footnotes: 3,
  characters: 12,
  paragraphs: 13,
  fonts: 15,
  pieces: 33,
  endnoteReferences: 46,
  endnotes: 47,
  lists: 73,
  listUses: 74,
};

/** Returns a structure that the header lists; empty if there is none. */
export function structureOf(
  { main, table }: Pick<WordStreams, 'main' | 'table'>,
  number: number,
): Buffer {
  const at = header.structures + number * 8;
  return table.subarray(main.readUInt32LE(at), main.readUInt32LE(at) + main.readUInt32LE(at + 4));
}

/**
 * Returns the lengths of the texts of a file, in characters. They follow each other in this order.
 */
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
export function readPieces(streams: Pick<WordStreams, 'main' | 'table'>): {
  text: string;
  pieces: Piece[];
} {
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
      if (begin < end)
        placed.push({ start: start + begin, end: start + end, properties: range.properties });
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
export function rangeAt(
  ranges: readonly TextRange[],
  at: number,
): { end: number; properties: Buffer } {
  const index = lastOf(ranges, ({ start }) => start <= at);
  const range = ranges[index];
  if (range && range.end > at) return range;
  return { end: ranges[index + 1]?.start ?? Number.POSITIVE_INFINITY, properties: Buffer.alloc(0) };
}
