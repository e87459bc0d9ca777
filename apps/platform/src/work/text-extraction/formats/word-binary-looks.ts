import { makeElement, type XmlElement } from '@ecp/documents/word/reading/xml-tree';
import type { WordStreams } from './word-binary-streams.ts';

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
export const valued = (name: string, value: string | number) => makeElement(name, [], { 'w:val': String(value) });

/** How the characters of a run look. */
export interface CharacterLook {
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
      look.properties.push(valued('w:vertAlign', ['baseline', 'superscript', 'subscript'][number & 0xff] ?? ''));
    else if (code === 0x4845 && Math.abs(number) >= leastShift)
      look.properties.push(valued('w:vertAlign', number > 0 ? 'superscript' : 'subscript'));
    else if (code === 0x0837 || code === 0x2a53) look.properties.push(valued('w:strike', isOn));
    else if (code === 0x083c) look.properties.push(valued('w:vanish', isOn));
    else if (code === 0x4a4f) look.properties.push(makeElement('w:rFonts', [], { 'w:ascii': fonts[number] ?? '' }));
    else if (code === 0x6a09) {
      const sign = value.readUInt16LE(2).toString(16);
      look.symbol = makeElement('w:sym', [], { 'w:font': fonts[number] ?? '', 'w:char': sign });
    }
  }
  return look;
}

/** The style, the list and the place in a table that the properties of a paragraph give it. */
export interface ParagraphLook {
  properties: XmlElement[];
  inTable: boolean;
  isRowEnd: boolean;
  /** The edges of the cells of a row, from the left, in twentieths of a point. */
  edges: number[];
}

/**
 * Reads the properties of a paragraph.
 * @param list the number of its style, and its properties
 */
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
        if (at + 2 <= data.length) read(data.subarray(at + 2, at + 2 + data.readUInt16LE(at)), false);
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
  return value.length < 1 + count * 2 ? [] : Array.from({ length: count }, (_, at) => value.readInt16LE(1 + at * 2));
}
