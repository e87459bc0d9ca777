import type { Definition, FootnoteDefinition, Nodes, Root } from 'mdast';
import type { ReportChart } from '../reports/report-types.ts';
import type { Block, FootnoteMark } from './document-tree.ts';

/** Stores images and returns the path at which the template finds each, or null if it cannot be shown. */
export interface ImageStore {
  add(dataUrl: string): StoredImage | null;
}

/** The path of an image for the template, and its natural width in points. */
export interface StoredImage {
  path: string;
  widthPt: number;
  heightPt: number;
}

/** Settings for turning a document into data. */
export interface DocumentSetting {
  /** Separates the footnotes of several documents. */
  prefix: string;
  /** True in the team's internal copy. */
  isInternal: boolean;
  images: ImageStore;
  /** Marks to print after a footnote's text, by its identifier. */
  marks: ReadonlyMap<string, FootnoteMark>;
  /** Charts by the trimmed text of their blocks. */
  charts: ReadonlyMap<string, ReportChart>;
}

/** State that the parts of one document share while it is turned into data. */
export interface DocumentContext extends DocumentSetting {
  definitions: Map<string, Definition>;
  footnotes: Map<string, FootnoteDefinition>;
  /** Identifiers of the footnotes whose text has been placed, in the order of their numbers. */
  placedFootnotes: Set<string>;
  /** True inside a footnote or a heading, where no footnote is possible. */
  withoutFootnotes: boolean;
  /** Turns the text of a footnote into blocks. */
  buildFootnoteText(definition: FootnoteDefinition, context: DocumentContext): Block[];
}

/** Collects the targets of a document's references. Of several definitions of one name the first counts, as in GFM. */
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
