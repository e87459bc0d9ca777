import { parseMarkdown } from '@ecp/markdown/parse-markdown';
import { frontMatterOf } from '@ecp/markdown/sectioned-document';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import type { FootnoteDefinition, Nodes, Table } from 'mdast';

/**
 * A reference to a source in a block. `at` is its index in the block's text, `end` the index after it in the markdown.
 */
export interface SourceReference {
  at: number;
  end: number;
}

/** The visible text of a paragraph, heading or table row, without footnote references. */
export interface DocumentBlock {
  kind: 'prose' | 'heading' | 'row';
  text: string;
  references: (SourceReference & { label: string })[];
  links: (SourceReference & { url: string; words: string })[];
  /** Heads of the columns, for a row of a table below its head. */
  columns: string[] | null;
}

/** A footnote's definition: its text and the addresses that it links to. */
export interface Definition {
  label: string;
  text: string;
  urls: string[];
}

export interface ParsedDocument {
  blocks: DocumentBlock[];
  /** Definitions by lower-case label. The first of several counts. */
  definitions: Map<string, Definition>;
  /** The texts of its blocks `chart`. */
  charts: string[];
}

/** Characters of markdown that are parsed at once, in a few milliseconds. */
const partLength = 1_500;

/**
 * Parses the GitHub markdown of a deliverable for claims, quotes, footnotes and charts, without front matter, code and HTML.
 * Also finds references without a definition. Yields to the event loop between pieces. Returns a parsed document as
 * it is.
 */
export async function parseDocument(markdown: string | ParsedDocument, slice: TimeSlice): Promise<ParsedDocument> {
  if (typeof markdown !== 'string') return markdown;
  const document: ParsedDocument = { blocks: [], definitions: new Map(), charts: [] };
  const start = frontMatterOf(markdown).length;
  const parts = parseMarkdown(markdown.slice(start), { hasUndefinedFootnotes: true, partLength });
  for (const { root, base } of parts) {
    // Only a chart that stands by itself is drawn.
    for (const node of root.children)
      if (node.type === 'code' && node.lang === 'chart') document.charts.push(node.value);
    readBlocks(root, { document, base: start + base });
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
  }
  return document;
}

interface Place {
  document: ParsedDocument;
  base: number;
}

function readBlocks(node: Nodes, place: Place): void {
  switch (node.type) {
    case 'footnoteDefinition':
      readDefinition(node, place);
      return;
    case 'paragraph':
      place.document.blocks.push(readBlock([node], 'prose', place.base));
      return;
    case 'heading':
      place.document.blocks.push(readBlock([node], 'heading', place.base));
      return;
    case 'table':
      readTable(node, place);
      return;
    default:
      if ('children' in node) for (const child of node.children) readBlocks(child, place);
  }
}

function readTable({ children }: Table, { document, base }: Place): void {
  let columns: string[] | null = null;
  for (const row of children) {
    const block: DocumentBlock = { ...readBlock(row.children, 'row', base), columns };
    document.blocks.push(block);
    columns ??= block.text.split(' | ');
  }
}

function readDefinition(node: FootnoteDefinition, { document }: Place): void {
  const { text, links } = readBlock(node.children, 'prose', 0);
  const label = node.identifier.toLowerCase();
  if (document.definitions.has(label)) return;
  document.definitions.set(label, { label: node.label ?? label, text, urls: links.map(({ url }) => url) });
}

/** Joins the words of inline nodes. Cells and paragraphs are separated. */
function readBlock(nodes: Nodes[], kind: DocumentBlock['kind'], base: number): DocumentBlock {
  const block: DocumentBlock = { kind, text: '', references: [], links: [], columns: null };
  for (const [index, node] of nodes.entries()) {
    if (index > 0) block.text += kind === 'row' ? ' | ' : '\n';
    readInline(node, block, base);
  }
  return block;
}

function readInline(node: Nodes, block: DocumentBlock, base: number): void {
  const end = base + (node.position?.end.offset ?? 0);
  switch (node.type) {
    case 'text':
    case 'inlineCode':
      // Quotation marks in code are not quotes.
      block.text += node.type === 'text' ? node.value : node.value.replace(/["“”„«»‘’]/g, ' ');
      return;
    case 'break':
      block.text += '\n';
      return;
    case 'footnoteReference':
      block.references.push({ label: (node.label ?? node.identifier).toLowerCase(), at: block.text.length, end });
      return;
    default: {
      const at = block.text.length;
      if ('children' in node) for (const child of node.children) readInline(child, block, base);
      if (node.type !== 'link') return;
      block.links.push({ url: node.url, words: block.text.slice(at), at: block.text.length, end });
    }
  }
}
