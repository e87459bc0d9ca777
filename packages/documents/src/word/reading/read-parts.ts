import type { WordPackage } from './open-package.ts';
import { WordRefusal } from './word-refusal.ts';
import { childOf, elementsOf, parseXml, textOf, type XmlElement } from './xml-tree.ts';

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
}

/** The parts of a file that explain its text. */
export interface WordParts {
  body: XmlElement;
  relations: Map<string, Relation>;
  footnoteRelations: Map<string, Relation>;
  footnotes: XmlElement | null;
  endnotes: XmlElement | null;
  comments: XmlElement | null;
  commentsExtended: XmlElement | null;
  commentsIds: XmlElement | null;
  styles: Map<string, WordStyle>;
  /** Whether a level of a list is numbered, by the list's id and the level. */
  isOrdered(list: string, level: number): boolean;
  properties: Map<string, string>;
}

const mainPart = /\/officeDocument$/;
/** Relations to addresses that are never followed but by a reader's click. Linked pictures are left out. */
const harmless = /\/(?:hyperlink|image)$/;

/** Reads the parts of a file and their relations. Throws WordRefusal (WRD-8). */
export function readParts(files: WordPackage): WordParts {
  const main = findMain(files);
  const folder = main.split('/').slice(0, -1).join('/');
  const relations = readRelations(files, main);
  const external = [...relations.values()].find(({ isExternal, type }) => isExternal && !harmless.test(type));
  if (external) throw new WordRefusal('external', `The document needs an outer file: ${external.type}`);
  const partOf = (type: string): { name: string; root: XmlElement } | null => {
    const relation = [...relations.values()].find((each) => each.type.endsWith(`/${type}`) && !each.isExternal);
    if (!relation) return null;
    const name = relation.target.startsWith('/') ? relation.target.slice(1) : `${folder}/${relation.target}`;
    const bytes = files.get(name);
    return bytes ? { name, root: parseXml(bytes) } : null;
  };
  const body = childOf(parseXml(files.get(main) ?? Buffer.alloc(0)), 'w:body');
  if (!body) throw new WordRefusal('not_word', 'The main part is no document');
  const footnotes = partOf('footnotes');
  return {
    body,
    relations,
    footnotes: footnotes?.root ?? null,
    footnoteRelations: footnotes ? readRelations(files, footnotes.name) : new Map(),
    endnotes: partOf('endnotes')?.root ?? null,
    comments: partOf('comments')?.root ?? null,
    commentsExtended: partOf('commentsExtended')?.root ?? null,
    commentsIds: partOf('commentsIds')?.root ?? null,
    styles: readStyles(partOf('styles')?.root ?? null),
    isOrdered: readNumbering(partOf('numbering')?.root ?? null),
    properties: readProperties(files),
  };
}

function findMain(files: WordPackage): string {
  const relation = [...readRelations(files, '').values()].find(({ type }) => mainPart.test(type));
  const name = relation?.target.replace(/^\//, '') ?? '';
  if (!/^word\d*\/[^/]+\.xml$/.test(name) || !files.has(name)) {
    throw new WordRefusal('not_word', 'The archive has no Word document');
  }
  return name;
}

function readRelations(files: WordPackage, part: string): Map<string, Relation> {
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
        },
      ];
    }),
  );
}

function readNumbering(root: XmlElement | null): WordParts['isOrdered'] {
  const formats = new Map<string, Map<string, string>>();
  const lists = new Map<string, string>();
  for (const element of elementsOf(root ?? emptyElement)) {
    if (element.name === 'w:abstractNum') {
      const levels = elementsOf(element).filter(({ name }) => name === 'w:lvl');
      const entries = levels.map((level): [string, string] => [
        level.attributes['w:ilvl'] ?? '0',
        readValue(childOf(level, 'w:numFmt')) ?? 'decimal',
      ]);
      formats.set(element.attributes['w:abstractNumId'] ?? '', new Map(entries));
    }
    if (element.name === 'w:num') {
      lists.set(element.attributes['w:numId'] ?? '', readValue(childOf(element, 'w:abstractNumId')) ?? '');
    }
  }
  return (list, level) => {
    const format = formats.get(lists.get(list) ?? '')?.get(String(level)) ?? 'bullet';
    return format !== 'bullet' && format !== 'none';
  };
}

function readProperties(files: WordPackage): Map<string, string> {
  const bytes = files.get('docProps/custom.xml');
  if (!bytes) return new Map();
  return new Map(elementsOf(parseXml(bytes)).map((property) => [property.attributes['name'] ?? '', textOf(property)]));
}

const emptyElement: XmlElement = { name: '', attributes: {}, children: [] };

/** Returns the value of an element, which most of Word's properties have as their only attribute. */
export function readValue(element: XmlElement | undefined): string | null {
  return element?.attributes['w:val'] ?? null;
}

/** Tells whether a property that is a switch is on. */
export function isOn(element: XmlElement | undefined): boolean {
  return element !== undefined && !['0', 'false', 'off', 'none'].includes(readValue(element) ?? 'true');
}
