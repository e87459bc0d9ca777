import { posix } from 'node:path';
import { drawingAsBox, readDrawingPart } from './drawing-content.ts';
import { type ListDefinitions, readLists } from './list-numbers.ts';
import type { WordPackage, WordUse } from './open-package.ts';
import { WordRefusal } from './word-refusal.ts';
import { childOf, elementsOf, isOn, parseXml, readValue, textOf, type XmlElement } from './xml-tree.ts';

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
export interface DrawingReader {
  /** Returns the tables or lines of a drawing as content of a text box; null if they are read already or cannot be. */
  read(element: XmlElement, relations: ReadonlyMap<string, Relation>): XmlElement | null;
  /** How many could not be read. */
  unread: { charts: number; diagrams: number };
}

const mainPart = /\/officeDocument$/;
/** Relations to addresses that are never followed but by a reader's click. Linked pictures are left out. */
const harmless = /\/(?:hyperlink|image)$/;

/**
 * Reads the parts of a file and their relations. A file that needs outer files is refused for a document; a source is
 * read without them. Throws WordRefusal (WRD-8).
 */
export function readParts(files: WordPackage, use: WordUse): WordParts {
  const main = findMain(files, use);
  const relations = readRelations(files, main);
  const external = [...relations.values()].find(({ isExternal, type }) => isExternal && !harmless.test(type));
  if (external && use === 'document')
    throw new WordRefusal('external', `The document needs an outer file: ${external.type}`);
  const partOf = (type: string): { name: string; root: XmlElement } | null => {
    const relation = [...relations.values()].find((each) => each.type.endsWith(`/${type}`) && !each.isExternal);
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
      const target = relations.get(element.attributes['r:id'] ?? element.attributes['r:dm'] ?? '')?.target ?? '';
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

/** Returns the name of the main part. Throws WordRefusal if there is none, or one that is not taken. */
export function findMain(files: WordPackage, use: WordUse): string {
  const relation = [...readRelations(files, '').values()].find(({ type }) => mainPart.test(type));
  const name = relation?.target.replace(/^\.?\//, '') ?? '';
  if (!/\.xml$/.test(name) || !files.has(name)) throw new WordRefusal('not_word', 'The archive has no Word document');
  const type = use === 'document' ? typeOf(files, name) : null;
  if (type !== null && /ms-word\.\w+\.macroEnabled/i.test(type))
    throw new WordRefusal('macros', 'The main part says so');
  if (type !== null && !documentType.test(type)) throw new WordRefusal('not_word', `The main part is ${type}`);
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
  const own = entries.find(({ PartName }) => PartName?.replace(/^\//, '').toLowerCase() === part.toLowerCase());
  const ending = entries.find(({ Extension }) => Extension?.toLowerCase() === 'xml');
  return (own ?? ending)?.['ContentType'] ?? null;
}

/** Returns the relations of a part by their ids; none without a part of relations. */
export function readRelations(files: WordPackage, part: string): Map<string, Relation> {
  const at = part.lastIndexOf('/') + 1;
  const bytes = files.get(`${part.slice(0, at)}_rels/${part.slice(at)}.rels`);
  if (!bytes) return new Map();
  return new Map(
    elementsOf(parseXml(bytes)).map(({ attributes: { Id = '', Type = '', Target = '', TargetMode } }) => [
      Id,
      { type: Type, target: Target, isExternal: TargetMode === 'External' },
    ]),
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

/** Reads whether the text of a run is shifted up or down by a length. People make marks of notes by hand in this way. */
export function readShift(properties: XmlElement | undefined): TextPosition | null {
  const shift = Number(readValue(childOf(properties, 'w:position')) ?? 0);
  return shift >= leastShift ? 'raised' : shift <= -leastShift ? 'lowered' : null;
}

/** Reads the properties that tell from which version a file comes. */
export function readProperties(files: WordPackage): Map<string, string> {
  const bytes = files.get('docProps/custom.xml');
  if (!bytes) return new Map();
  return new Map(elementsOf(parseXml(bytes)).map((property) => [property.attributes['name'] ?? '', textOf(property)]));
}

const emptyElement: XmlElement = { name: '', attributes: {}, children: [] };
