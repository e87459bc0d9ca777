import type { Definition, FootnoteDefinition, Nodes, Root } from 'mdast';
import type { ReportChart } from '../reports/report-types.ts';
import type { TeamWords } from '../reports/team-words.ts';

/**
 * Markdown as flat data for Typst, which deep nesting would exhaust. Keys are short, because
 * reports repeat them.
 */
export type Block =
  | { t: 'heading'; level: number; c: Inline[]; plain: string; rtl?: string }
  | ParagraphBlock
  | { t: 'code'; v: string; lang: string | null }
  | { t: 'quote'; c: Block[] }
  | { t: 'list'; ordered: boolean; start: number; tight: boolean; items: ListItem[]; rtl?: string }
  | TableBlock
  | { t: 'sideways'; c: TableBlock[] }
  | { t: 'image'; path: string; alt: string; widthPt: number }
  | ChartBlock
  | ExhibitBlock
  | PageOneBlock
  | { t: 'rule' }
  | { t: 'note'; v: string };

/** A table with its takeaway as title, the line with its source, or both. */
interface ExhibitBlock {
  t: 'exhibit';
  title: Inline[];
  c: Block[];
  source: Inline[];
}

/** A labelled part of a first page. */
export interface PageOnePartBlock {
  label: string;
  c: Inline[];
}

/** The first page of a deciding paper. */
export interface PageOneBlock {
  t: 'pageone';
  /** What stands before its first part. */
  opening: Block[];
  decision: PageOnePartBlock;
  recommendation: PageOnePartBlock;
  /** The figures, with the words behind each. */
  figures: { value: Inline[]; c: Inline[] }[];
  price: PageOnePartBlock;
  risk: PageOnePartBlock;
  exhibit: Block[];
}

/** A paragraph. `leads` is true for one that announces the block after it. */
export interface ParagraphBlock {
  t: 'para';
  c: Inline[];
  rtl?: string;
  leads?: boolean;
}

/** A picture of a chart with its title above, and its query below it. */
export interface ChartBlock {
  t: 'chart';
  title: string;
  path: string;
  alt: string;
  widthPt: number;
  /**
   * The query's title, for the team with its id and the start of its result's hash; empty without
   * any.
   */
  query: string;
  /** Empty for a client. */
  sql: string;
}

/** An item of a list. `checked` is null if it is no task. */
export interface ListItem {
  checked: boolean | null;
  c: Block[];
}

/** A table. Columns have their share of the width; `landscape` requests landscape pages. */
export interface TableBlock {
  t: 'table';
  columns: { share: number; align: 'left' | 'center' | 'right' }[];
  sizePt: number;
  landscape: boolean;
  /** True for a table that is short enough to stay on one page. */
  whole: boolean;
  /** Indexes of rows that are too high to stay on one page. */
  tallRows: number[];
  head: Inline[][];
  rows: Inline[][][];
  note: string | null;
}

/**
 * A run of text with its marks: bold, italic, struck, code, and emoji for a plain sign that
 * requests it (U+FE0F).
 */
export interface TextRun {
  t: 'run';
  v: string;
  b?: true;
  i?: true;
  s?: true;
  code?: true;
  e?: true;
}

/** Inline content. A call of a note has the key and the number of the note. */
export type Inline =
  | TextRun
  | { t: 'br' }
  | FootnoteMark
  | { t: 'link'; url: string; c: TextRun[] }
  | { t: 'fn'; key: string; n: number }
  | { t: 'img'; path: string; alt: string; widthPt: number };

/** A footnote's check in words; `finding` chooses the sign, `notes` say how figures follow. */
export interface FootnoteMark {
  t: 'mark';
  finding: 'holds' | 'unjudged' | 'open';
  v: string;
  notes: string[];
}

/** A note at the end of its document. */
export interface NoteBlock {
  key: string;
  n: number;
  c: Block[];
}

/**
 * A parsed document: opening heading, offline mark, blocks, notes, and their identifiers in the
 * same order.
 */
export interface DocumentTree {
  heading: string | null;
  offline: boolean;
  blocks: Block[];
  notes: NoteBlock[];
  footnotes: string[];
}

/**
 * Stores images and returns the path at which the template finds each, or null if it cannot be
 * shown.
 */
export interface ImageStore {
  /** Stores a PNG, JPEG, GIF or WebP image from its address. Null for any other. */
  add(dataUrl: string): StoredImage | null;
  /** Stores our own picture of a chart. */
  addChart(svg: string): StoredImage | null;
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
  /** Words of remarks on what is printed. */
  words: TeamWords;
  /** Marks to print after a footnote's text, by its identifier. */
  marks: ReadonlyMap<string, FootnoteMark>;
  /** Charts by the trimmed text of their blocks. */
  charts: ReadonlyMap<string, ReportChart>;
}

/** State that the parts of one document share while it is turned into data. */
export interface DocumentContext extends DocumentSetting {
  definitions: Map<string, Definition>;
  footnotes: Map<string, FootnoteDefinition>;
  /** The numbers of the footnotes that are called, by their identifiers. */
  footnoteNumbers: Map<string, number>;
  /** True inside a heading, which the contents repeat: it has no call of a note. */
  withoutFootnotes: boolean;
}

/**
 * Collects the targets of a document's references. Of several definitions of one name the first
 * counts, as in GFM.
 */
export function createContext(root: Root, setting: DocumentSetting): DocumentContext {
  const definitions = new Map<string, Definition>();
  const footnotes = new Map<string, FootnoteDefinition>();
  visit(root, (node) => {
    if (node.type === 'definition' && !definitions.has(node.identifier))
      definitions.set(node.identifier, node);
    if (node.type === 'footnoteDefinition' && !footnotes.has(node.identifier))
      footnotes.set(node.identifier, node);
  });
  return {
    ...setting,
    definitions,
    footnotes,
    footnoteNumbers: new Map(),
    withoutFootnotes: false,
  };
}

function visit(root: Nodes, see: (node: Nodes) => void): void {
  const pending: Nodes[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    see(node);
    if ('children' in node) pending.push(...node.children.toReversed());
  }
}
