import { posix } from 'node:path';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { drawingAsBox, readDrawingPart } from './drawing-content.ts';
import {
  childOf,
  elementsOf,
  isOn,
  parseXml,
  readValue,
  textOf,
  WordRefusal,
  type XmlElement,
} from './xml-tree.ts';

/** A relation of a part to another, or to an address. */
export interface Relation {
  type: string;
  target: string;
  isExternal: boolean;
}

/** A style as far as it tells what a paragraph or text is. */
export interface WordStyle {
  name: string;
  basedOn: string | null;
  outline: number | null;
  numbering: string | null;
  /** Level of the numbering; null if the list says which level the style has. */
  level: number | null;
  position: TextPosition | null;
  isHidden: boolean;
}

/** The position of raised (superscript) or lowered (subscript) text. */
export type TextPosition = 'raised' | 'lowered';

/** The parts of a file that explain its text. */
export interface WordParts {
  body: XmlElement;
  relations: Map<string, Relation>;
  footnoteRelations: Map<string, Relation>;
  endnoteRelations: Map<string, Relation>;
  footnotes: XmlElement | null;
  endnotes: XmlElement | null;
  comments: XmlElement | null;
  commentsExtended: XmlElement | null;
  commentsIds: XmlElement | null;
  styles: Map<string, WordStyle>;
  lists: ListDefinitions;
  properties: Map<string, string>;
  drawings: DrawingReader;
}

/** Reads charts and diagrams (SmartArt) of a source, each once. */
interface DrawingReader {
  /**
   * Returns the tables or lines of a drawing as content of a text box; null if they are read
   * already or cannot be.
   */
  read(element: XmlElement, relations: ReadonlyMap<string, Relation>): XmlElement | null;
  /** How many could not be read. */
  unread: { charts: number; diagrams: number };
}

const mainPart = /\/officeDocument$/;
/**
 * Relations to addresses that are never followed but by a reader's click. Linked pictures are left
 * out.
 */
const harmless = /\/(?:hyperlink|image)$/;

/**
 * Reads a file's parts. Outer files are refused for a document, ignored for a source. Throws
 * WordRefusal.
 */
export function readParts(files: WordPackage, use: WordUse): WordParts {
  const main = findMain(files, use);
  const relations = readRelations(files, main);
  const external = [...relations.values()].find(
    ({ isExternal, type }) => isExternal && !harmless.test(type),
  );
  if (external && use === 'document')
    throw new WordRefusal('external', `The document needs an outer file: ${external.type}`);
  const partOf = (type: string): { name: string; root: XmlElement } | null => {
    const relation = [...relations.values()].find(
      (each) => each.type.endsWith(`/${type}`) && !each.isExternal,
    );
    if (!relation) return null;
    const name = partName(main, relation.target);
    const bytes = files.get(name);
    return bytes ? { name, root: parseXml(bytes) } : null;
  };
  const body = childOf(parseXml(files.get(main) ?? Buffer.alloc(0)), 'w:body');
  if (!body) throw new WordRefusal('not_word', 'The main part is no document');
  const footnotes = partOf('footnotes');
  const endnotes = partOf('endnotes');
  return {
    body,
    relations,
    footnotes: footnotes?.root ?? null,
    footnoteRelations: footnotes ? readRelations(files, footnotes.name) : new Map(),
    endnotes: endnotes?.root ?? null,
    endnoteRelations: endnotes ? readRelations(files, endnotes.name) : new Map(),
    comments: partOf('comments')?.root ?? null,
    commentsExtended: partOf('commentsExtended')?.root ?? null,
    commentsIds: partOf('commentsIds')?.root ?? null,
    styles: readStyles(partOf('styles')?.root ?? null),
    lists: readLists(partOf('numbering')?.root ?? null),
    properties: readProperties(files),
    drawings: openDrawings((target) => files.get(partName(main, target))),
  };
}

function openDrawings(open: (target: string) => Buffer | undefined): DrawingReader {
  const read = new Set<string>();
  const unread = { charts: 0, diagrams: 0 };
  return {
    unread,
    read(element, relations) {
      const target =
        relations.get(element.attributes['r:id'] ?? element.attributes['r:dm'] ?? '')?.target ?? '';
      if (target !== '' && read.has(target)) return null;
      read.add(target);
      const content = readDrawingPart(open(target));
      if (content === null) unread[element.name === 'dgm:relIds' ? 'diagrams' : 'charts'] += 1;
      return content && drawingAsBox(content);
    },
  };
}

/** Returns the name of the part that a relation of another part leads to. */
export function partName(from: string, target: string): string {
  return target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(from), target);
}

/**
 * Returns the name of the main part. Throws WordRefusal if there is none, or one that is not taken.
 */
export function findMain(files: WordPackage, use: WordUse): string {
  const relation = [...readRelations(files, '').values()].find(({ type }) => mainPart.test(type));
  const name = relation?.target.replace(/^\.?\//, '') ?? '';
  if (!/\.xml$/.test(name) || !files.has(name))
    throw new WordRefusal('not_word', 'The archive has no Word document');
  const type = use === 'document' ? typeOf(files, name) : null;
  if (type !== null && /ms-word\.\w+\.macroEnabled/i.test(type))
    throw new WordRefusal('macros', 'The main part says so');
  if (type !== null && !documentType.test(type))
    throw new WordRefusal('not_word', `The main part is ${type}`);
  return name;
}

/** Types of a document; `xml` alone is what some programs write. */
const documentType =
  /^(?:application|text)\/(?:xml|vnd\.openxmlformats-officedocument\.wordprocessingml\.document\.main\+xml)$/i;

/** Returns the type of a part as the list of types says; null without one. */
function typeOf(files: WordPackage, part: string): string | null {
  const bytes = files.get('[Content_Types].xml');
  if (!bytes) return null;
  const entries = elementsOf(parseXml(bytes)).map(({ attributes }) => attributes);
  const own = entries.find(
    ({ PartName }) => PartName?.replace(/^\//, '').toLowerCase() === part.toLowerCase(),
  );
  const ending = entries.find(({ Extension }) => Extension?.toLowerCase() === 'xml');
  return (own ?? ending)?.['ContentType'] ?? null;
}

/** Returns the relations of a part by their ids; none without a part of relations. */
export function readRelations(files: WordPackage, part: string): Map<string, Relation> {
  const at = part.lastIndexOf('/') + 1;
  const bytes = files.get(`${part.slice(0, at)}_rels/${part.slice(at)}.rels`);
  if (!bytes) return new Map();
  return new Map(
    elementsOf(parseXml(bytes)).map(
      ({ attributes: { Id = '', Type = '', Target = '', TargetMode } }) => [
        Id,
        { type: Type, target: Target, isExternal: TargetMode === 'External' },
      ],
    ),
  );
}

function readStyles(root: XmlElement | null): Map<string, WordStyle> {
  const styles = elementsOf(root ?? emptyElement).filter(({ name }) => name === 'w:style');
  return new Map(
    styles.map((style) => {
      const properties = childOf(style, 'w:pPr');
      const outline = readValue(childOf(properties, 'w:outlineLvl'));
      return [
        style.attributes['w:styleId'] ?? '',
        {
          name: readValue(childOf(style, 'w:name')) ?? '',
          basedOn: readValue(childOf(style, 'w:basedOn')),
          outline: outline === null ? null : Number(outline),
          numbering: readValue(childOf(childOf(properties, 'w:numPr'), 'w:numId')),
          level: toLevel(readValue(childOf(childOf(properties, 'w:numPr'), 'w:ilvl'))),
          position: readPosition(childOf(style, 'w:rPr')),
          isHidden: isOn(childOf(childOf(style, 'w:rPr'), 'w:vanish')),
        },
      ];
    }),
  );
}

const toLevel = (value: string | null) => (value === null ? null : Number(value) || 0);

/** Reads from the properties of a run or style whether its text is raised or lowered. */
export function readPosition(properties: XmlElement | undefined): TextPosition | null {
  const align = readValue(childOf(properties, 'w:vertAlign'));
  if (align === 'superscript') return 'raised';
  return align === 'subscript' ? 'lowered' : null;
}

/** Text that is shifted by at least so many half points counts as raised or lowered. */
const leastShift = 4;

/**
 * Reads whether a run's text is shifted up or down by a length, as people do for marks of notes.
 */
export function readShift(properties: XmlElement | undefined): TextPosition | null {
  const shift = Number(readValue(childOf(properties, 'w:position')) ?? 0);
  return shift >= leastShift ? 'raised' : shift <= -leastShift ? 'lowered' : null;
}

/** Reads the properties that tell from which version a file comes. */
export function readProperties(files: WordPackage): Map<string, string> {
  const bytes = files.get('docProps/custom.xml');
  if (!bytes) return new Map();
  return new Map(
    elementsOf(parseXml(bytes)).map((property) => [
      property.attributes['name'] ?? '',
      textOf(property),
    ]),
  );
}

const emptyElement: XmlElement = { name: '', attributes: {}, children: [] };

/**
 * The purpose of reading a file: it becomes the next version of a document, or it is a source to
 * cite.
 */
export type WordUse = 'document' | 'source';

/**
 * Parts of other files that are read: slides of a presentation, objects in an OpenDocument file,
 * and its own parts.
 */
type OtherUse = 'slides' | 'objects' | 'open_document';

/** The parts of a file that are read, by their names. */
export type WordPackage = ReadonlyMap<string, Buffer>;

/** Limits of a file: its entries, the size of one part, and of all that are read, unpacked. */
const limits = {
  entries: 5_000,
  otherEntries: 50_000,
  partBytes: 48 * 1_048_576,
  totalBytes: 64 * 1_048_576,
} as const;

const ofDocument =
  /^(?:\[Content_Types\]\.xml|_rels\/[^/]*\.rels|[^/]+\.xml|[^/]+\/(?:_rels\/)?[^/]+\.xml(?:\.rels)?)$/;
const ofDrawings = /^[^/]+\/(?:charts\/[^/]+|diagrams\/data[^/]*)\.xml$/;
const ofSlides =
  /^ppt\/(?:(?:_rels\/)?presentation\.xml(?:\.rels)?|(?:slides|notesSlides)\/(?:_rels\/)?[^/]+\.xml(?:\.rels)?)$/;
/**
 * Names of the parts that can have something of the text. Pictures, fonts, macros and settings are
 * never unpacked.
 */
const wanted: Record<WordUse | OtherUse, (name: string) => boolean> = {
  document: (name) => ofDocument.test(name),
  source: (name) => ofDocument.test(name) || ofDrawings.test(name),
  slides: (name) => ofSlides.test(name) || ofDrawings.test(name),
  objects: (name) => /^[^/]+\/content\.xml$/.test(name),
  open_document: (name) =>
    /^(?:mimetype|(?:[^/]+\/)?(?:content|styles|meta|settings|manifest)\.xml)$/.test(name),
};
/** Parts by which a file shows that it is no plain Word file, whatever its main part says. */
const macros = /(?:^|\/)(?:vbaProject\.bin|vbaData\.xml)$/i;
const otherOffice = /^(?:xl\/workbook\.(?:xml|bin)|ppt\/presentation\.xml|content\.xml)$/i;
const compoundFile = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const encryptedStream = Buffer.from('EncryptedPackage', 'utf16le');

/**
 * Unpacks the parts that are read, never beyond the stated size. Macros are refused for a document,
 * ignored for a source. Throws WordRefusal.
 */
export async function openPackage(bytes: Buffer, use: WordUse | OtherUse): Promise<WordPackage> {
  if (bytes.subarray(0, 4).equals(compoundFile)) {
    const isEncrypted = bytes.includes(encryptedStream);
    throw new WordRefusal(isEncrypted ? 'encrypted' : 'not_word', 'The file is an OLE container');
  }
  if (bytes.toString('latin1', 0, 2) !== 'PK')
    throw new WordRefusal('not_word', 'The file is no zip archive');
  try {
    return await unpackParts(await fromBufferPromise(bytes, { lazyEntries: true }), use);
  } catch (error) {
    if (error instanceof WordRefusal) throw error;
    throw new WordRefusal('damaged', 'The zip archive cannot be read', { cause: error });
  }
}

async function unpackParts(archive: ZipFile, use: WordUse | OtherUse): Promise<WordPackage> {
  const isOther = use === 'slides' || use === 'objects' || use === 'open_document';
  if (archive.entryCount > (isOther ? limits.otherEntries : limits.entries))
    throw new WordRefusal('too_large', `${archive.entryCount} entries`);
  const parts = new Map<string, Buffer>();
  let total = 0;
  for await (const entry of archive.eachEntry()) {
    const name = entry.fileName.replace(/^\//, '');
    if (/^Encrypt(?:edPackage|ionInfo)$/i.test(name))
      throw new WordRefusal('encrypted', `The archive has ${name}`);
    if (use === 'document' && macros.test(name))
      throw new WordRefusal('macros', `The archive has ${name}`);
    if (!isOther && otherOffice.test(name))
      throw new WordRefusal('not_word', `The archive has ${name}`);
    if (!wanted[use](name)) continue;
    if (entry.isEncrypted()) throw new WordRefusal('encrypted', 'An entry is encrypted');
    if (parts.has(name)) throw new WordRefusal('damaged', 'Two entries have the same name');
    total += entry.uncompressedSize;
    if (entry.uncompressedSize > limits.partBytes || total > limits.totalBytes) {
      throw new WordRefusal('too_large', `The parts unpack to ${total} bytes`);
    }
    parts.set(name, await readPart(archive, entry));
  }
  return parts;
}

async function readPart(archive: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await archive.openReadStreamPromise(entry))
    chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

interface ListLevel {
  format: string;
  start: number;
  /** The label with `%1` to `%9` for the numbers of the levels. */
  text: string;
  /** The id of the paragraph style that has this level. */
  style: string | null;
  /** The level after which it starts again; 0 for never, null for each level above it. */
  restart: number | null;
}

/** The bullet or number of a paragraph in a list. */
export interface ListNumber {
  /** False for a bullet. */
  ordered: boolean;
  number: number;
  /** As Word shows it: `3.`, `c)`, `2.1`. Empty for a bullet. */
  label: string;
}

export interface ListDefinitions {
  isOrdered(list: string, level: number): boolean;
  /** Returns the level that a list gives to the paragraphs of a style. */
  levelOfStyle(list: string, style: string): number;
  /** Starts to count; `next` counts a paragraph and returns what stands before it. */
  open(): { next(list: string, level: number): ListNumber };
}

interface List {
  abstract: string;
  levels: ReadonlyMap<number, ListLevel>;
  starts: ReadonlyMap<number, number>;
}

const noLevel: ListLevel = { format: 'bullet', start: 1, text: '', style: null, restart: null };
/** Word has nine levels. */
const levelsOfWord = 9;

/** Reads the part that defines lists; null if a file has none. */
export function readLists(root: XmlElement | null): ListDefinitions {
  const lists = readDefinitions(root);
  const levelOf = (list: string, level: number) => lists.get(list)?.levels.get(level) ?? noLevel;
  return {
    isOrdered: (list, level) => isNumbered(levelOf(list, level)),
    levelOfStyle: (list, style) => {
      for (const [level, { style: own }] of lists.get(list)?.levels ?? [])
        if (own === style) return level;
      return 0;
    },
    open: () => {
      const counters = new Map<string, (number | undefined)[]>();
      const started = new Set<string>();
      return {
        next: (list, given) => {
          const level = Math.min(Math.max(given, 0), levelsOfWord - 1);
          const own = levelOf(list, level);
          const abstract = lists.get(list)?.abstract ?? list;
          const counter = counters.get(abstract) ?? [];
          counters.set(abstract, counter);
          const override = lists.get(list)?.starts.get(level);
          const isFirst = override !== undefined && !started.has(`${list} ${level}`);
          if (isFirst) started.add(`${list} ${level}`);
          counter[level] = isFirst ? override : (counter[level] ?? own.start - 1) + 1;
          for (let deeper = level + 1; deeper < levelsOfWord; deeper += 1) {
            const { restart } = levelOf(list, deeper);
            if (restart === null || level < restart) counter[deeper] = undefined;
          }
          const ordered = isNumbered(own);
          const numberAt = (at: number) => counter[at] ?? levelOf(list, at).start;
          const label = own.text.replace(/%([1-9])/g, (_, place: string) => {
            const at = Number(place) - 1;
            return writeNumber(numberAt(at), levelOf(list, at).format);
          });
          return { ordered, number: numberAt(level), label: ordered ? label.trim() : '' };
        },
      };
    },
  };
}

const isNumbered = ({ format }: ListLevel) => format !== 'bullet' && format !== 'none';

function readDefinitions(root: XmlElement | null): Map<string, List> {
  const abstracts = new Map<string, { levels: Map<number, ListLevel>; link: string | null }>();
  const byStyle = new Map<string, string>();
  const lists = new Map<string, List>();
  const elements = root ? elementsOf(root) : [];
  for (const element of elements) {
    if (element.name !== 'w:abstractNum') continue;
    const id = element.attributes['w:abstractNumId'] ?? '';
    abstracts.set(id, {
      levels: readLevels(element),
      link: readValue(childOf(element, 'w:numStyleLink')),
    });
    const style = readValue(childOf(element, 'w:styleLink'));
    if (style !== null) byStyle.set(style, id);
  }
  for (const element of elements) {
    if (element.name !== 'w:num') continue;
    const id = readValue(childOf(element, 'w:abstractNumId')) ?? '';
    const linked = byStyle.get(abstracts.get(id)?.link ?? '') ?? id;
    const levels = new Map(abstracts.get(linked)?.levels);
    const starts = new Map<number, number>();
    for (const override of elementsOf(element).filter(({ name }) => name === 'w:lvlOverride')) {
      const level = Number(override.attributes['w:ilvl'] ?? 0);
      const start = readValue(childOf(override, 'w:startOverride'));
      for (const [at, own] of readLevels(override)) levels.set(at, own);
      if (start !== null && Number.isSafeInteger(Number(start))) starts.set(level, Number(start));
    }
    lists.set(element.attributes['w:numId'] ?? '', { abstract: linked, levels, starts });
  }
  return lists;
}

function readLevels(parent: XmlElement): Map<number, ListLevel> {
  const levels = elementsOf(parent).filter(({ name }) => name === 'w:lvl');
  return new Map(
    levels.map((level) => {
      const start = Number(readValue(childOf(level, 'w:start')) ?? 1);
      const restart = readValue(childOf(level, 'w:lvlRestart'));
      const at = Number(level.attributes['w:ilvl'] ?? 0);
      return [
        at,
        {
          format: readFormat(level),
          start: Number.isSafeInteger(start) ? start : 1,
          text: (readValue(childOf(level, 'w:lvlText')) ?? `%${at + 1}.`).slice(0, 60),
          style: readValue(childOf(level, 'w:pStyle')),
          restart: restart === null ? null : Number(restart),
        },
      ];
    }),
  );
}

/** The format may stand in two forms, of which the second is for older programs. */
function readFormat(level: XmlElement): string {
  const alternative = childOf(childOf(level, 'mc:AlternateContent'), 'mc:Fallback');
  return readValue(childOf(level, 'w:numFmt') ?? childOf(alternative, 'w:numFmt')) ?? 'decimal';
}

const romanSigns: [number, string][] = [
  ...([
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
  ] as [number, string][]),
  ...([
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as [number, string][]),
];

/**
 * Writes a number of a list in a format of Word: `lowerLetter`, `upperRoman` and so on, else in
 * digits.
 */
export function writeNumber(number: number, format: string): string {
  switch (format) {
    case 'none':
    case 'bullet':
      return '';
    case 'decimalZero':
      return number < 10 ? `0${number}` : String(number);
    case 'lowerLetter':
      return writeLetters(number);
    case 'upperLetter':
      return writeLetters(number).toUpperCase();
    case 'lowerRoman':
      return writeRoman(number);
    case 'upperRoman':
      return writeRoman(number).toUpperCase();
  }
  return String(number);
}

/** After z Word repeats the letter: aa, bb. */
function writeLetters(number: number): string {
  if (number < 1 || number > 780) return String(number);
  return String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26));
}

function writeRoman(number: number): string {
  if (number < 1 || number > 4_000) return String(number);
  let [rest, text] = [number, ''];
  for (const [value, sign] of romanSigns) {
    text += sign.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return text;
}
