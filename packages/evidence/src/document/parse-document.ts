import type { TimeSlice } from '@ecp/semaphore/time-slice';
import type { FootnoteDefinition, Nodes, Root, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

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
}

/** Characters of markdown that are parsed at once, in a few milliseconds. */
const chunkLength = 1_500;

/**
 * Parses the GitHub markdown of a deliverable for claims, quotes and footnotes, without front matter, code and HTML.
 * Also finds references without a definition. Yields to the event loop between pieces. Returns a parsed document as
 * it is.
 */
export async function parseDocument(markdown: string | ParsedDocument, slice: TimeSlice): Promise<ParsedDocument> {
  if (typeof markdown !== 'string') return markdown;
  const document: ParsedDocument = { blocks: [], definitions: new Map() };
  for (const { start, text } of cutAtBlankLines(markdown)) {
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
    const labels = new Set([...text.matchAll(/\[\^([^\]\s]{1,100})\]/g)].map((match) => match[1] ?? ''));
    const promised = [...labels].map((label) => `\n\n[^${label}]: -`).join('');
    const root: Root = fromMarkdown(text + promised, {
      extensions: [gfm()],
      mdastExtensions: [gfmFromMarkdown()],
    });
    readBlocks(root, { document, base: start, length: text.length });
  }
  return document;
}

/**
 * Cuts outside code fences before lines that begin a block: unindented lines after a blank one, list items,
 * definitions.
 */
function* cutAtBlankLines(markdown: string): Generator<{ start: number; text: string }> {
  let start = /^---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/.exec(markdown)?.[0].length ?? 0;
  let fence: string | null = null;
  let blank = false;
  let at = start;
  while (at < markdown.length) {
    const newline = markdown.indexOf('\n', at);
    const next = newline === -1 ? markdown.length : newline + 1;
    const line = markdown.slice(at, next);
    const begins = (blank && /^\S/.test(line)) || /^(?:\[\^|[-*+] |\d{1,9}[.)] )/.test(line);
    if (fence === null && begins && at - start >= chunkLength) {
      yield { start, text: markdown.slice(start, at) };
      start = at;
    }
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
    blank = line.trim() === '';
    at = next;
  }
  if (start < markdown.length) yield { start, text: markdown.slice(start) };
}

interface Place {
  document: ParsedDocument;
  base: number;
  /** Where the chunk's own text ends. The text after it was added to define references. */
  length: number;
}

function readBlocks(node: Nodes, place: Place): void {
  if (offsetOf(node) >= place.length) return;
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

function offsetOf(node: Nodes): number {
  return node.position?.start.offset ?? 0;
}
