import type { WordStyle } from '@ecp/documents/word/reading/read-parts';
import { makeElement, type XmlElement } from '@ecp/documents/word/reading/xml-tree';
import { readCharacters, readParagraph, valued } from './word-binary-looks.ts';
import { structureOf, structures, type WordStreams } from './word-binary-streams.ts';

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
    const own = nameOfStyle(style.readUInt16LE(0) & 0xfff, style.toString('utf16le', fixed + 2, nameEnd));
    const changes: Buffer[] = [];
    for (let place = nameEnd + 2; place + 2 <= style.length && changes.length < 3; ) {
      const size = style.readUInt16LE(place);
      changes.push(style.subarray(place + 2, place + 2 + size));
      place += 2 + size + (size & 1);
    }
    const isParagraph = (kind & 0xf) === 1;
    const { properties } = readParagraph((isParagraph ? changes[0] : undefined) ?? Buffer.alloc(0), {
      data: Buffer.alloc(0),
    });
    const looks = readCharacters((isParagraph ? changes[1] : changes[0]) ?? Buffer.alloc(0), []).properties;
    const findValue = (from: readonly XmlElement[], name: string) =>
      from.findLast((element) => element.name === name)?.attributes['w:val'] ?? null;
    const numbers = properties.flatMap(({ name, children }) => (name === 'w:numPr' ? (children as XmlElement[]) : []));
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
  ...{ 1: 'upperRoman', 2: 'lowerRoman', 3: 'upperLetter', 4: 'lowerLetter' },
  ...{ 22: 'decimalZero', 23: 'bullet', 255: 'none' },
};
const [listLength, useLength, levelLength] = [28, 16, 28];

/** Reads the lists, and the numbers by which paragraphs name them ([MS-DOC], PlfLst and PlfLfo), as a .docx has them. */
export function readNumbering(streams: Pick<WordStreams, 'main' | 'table'>): XmlElement {
  const lists = structureOf(streams, structures.lists);
  const uses = structureOf(streams, structures.listUses);
  const numbering = makeElement('w:numbering');
  if (lists.length < 2 || uses.length < 4) return numbering;
  const count = Math.min(lists.readUInt16LE(0), Math.floor((lists.length - 2) / listLength));
  // The levels stand behind the list of lists, without being counted in its length.
  const levels = streams.table.subarray(lists.byteOffset - streams.table.byteOffset + 2 + count * listLength);
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const list = lists.subarray(2 + index * listLength);
    const own: XmlElement[] = [];
    const isSimple = ((list[26] ?? 0) & 1) === 1;
    for (let level = 0; level < (isSimple ? 1 : 9) && at + levelLength + 2 <= levels.length; level += 1) {
      const read = readLevel(levels.subarray(at), level);
      own.push(read.element);
      at += read.length;
    }
    numbering.children.push(makeElement('w:abstractNum', own, { 'w:abstractNumId': String(list.readInt32LE(0)) }));
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
  const pattern = Array.from(text, (sign) => (sign.charCodeAt(0) < 9 ? `%${sign.charCodeAt(0) + 1}` : sign)).join('');
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

/** Reads the numbers at which uses of lists start anew, up to the first use that changes more than the number. */
function readStarts(uses: Buffer, count: number): XmlElement[][] {
  const starts: XmlElement[][] = [];
  let at = 4 + count * useLength;
  for (let index = 0; index < count && at + 4 <= uses.length; index += 1) {
    const own: XmlElement[] = [];
    starts.push(own);
    at += 4;
    for (let left = uses[4 + index * useLength + 12] ?? 0; left > 0 && at + 8 <= uses.length; left -= 1) {
      const flags = uses.readUInt32LE(at + 4);
      const start = (flags & 0x10) === 0 ? [] : [valued('w:startOverride', uses.readInt32LE(at))];
      own.push(makeElement('w:lvlOverride', start, { 'w:ilvl': String(flags & 0xf) }));
      if ((flags & 0x20) !== 0) return starts;
      at += 8;
    }
  }
  return starts;
}
