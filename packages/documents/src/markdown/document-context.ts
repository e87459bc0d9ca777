import type { Definition, FootnoteDefinition, Nodes, Root } from 'mdast';
import type { Block, FootnoteMark } from './document-tree.ts';

/** Takes the bytes of an image and hands out the path under which the template finds it; null when it cannot be shown. */
export interface ImageStore {
  add(dataUrl: string): StoredImage | null;
}

/** Where the template finds an image, and how large it wants to be, in points. */
export interface StoredImage {
  path: string;
  widthPt: number;
  heightPt: number;
}

/** What a document is given from outside. */
export interface DocumentSetting {
  /** Keeps the footnotes of several documents apart. */
  prefix: string;
  images: ImageStore;
  /** What stands behind a footnote's text, by its identifier. */
  marks: ReadonlyMap<string, FootnoteMark>;
}

/** What the parts of one document share while it is turned into data. */
export interface DocumentContext extends DocumentSetting {
  definitions: Map<string, Definition>;
  footnotes: Map<string, FootnoteDefinition>;
  /** Identifiers of the footnotes whose text has been placed, in the order of their numbers. */
  placedFootnotes: Set<string>;
  /** Inside a footnote or a heading, where no footnote can stand. */
  withoutFootnotes: boolean;
  /** Turns the text of a footnote into blocks. */
  buildFootnoteText(definition: FootnoteDefinition, context: DocumentContext): Block[];
}

/** Collects what a document's references point to: of several definitions of one name the first counts, as in GFM. */
export function createContext(
  root: Root,
  setting: DocumentSetting,
  buildFootnoteText: DocumentContext['buildFootnoteText'],
): DocumentContext {
  const definitions = new Map<string, Definition>();
  const footnotes = new Map<string, FootnoteDefinition>();
  visit(root, (node) => {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node);
    if (node.type === 'footnoteDefinition' && !footnotes.has(node.identifier)) footnotes.set(node.identifier, node);
  });
  return { ...setting, definitions, footnotes, placedFootnotes: new Set(), withoutFootnotes: false, buildFootnoteText };
}

function visit(root: Nodes, see: (node: Nodes) => void): void {
  const pending: Nodes[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    see(node);
    if ('children' in node) pending.push(...node.children.toReversed());
  }
}
