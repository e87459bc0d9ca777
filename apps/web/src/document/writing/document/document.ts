import type { RootContent } from 'mdast';
import type { Node } from 'prosemirror-model';
import { parseMarkdown, readBlock } from './read-blocks.ts';
import { schema } from './schema.ts';
import { writeBlock } from './write-blocks.ts';

export const createSources = (markdown: string): Sources => ({
  origins: new Map(),
  lead: '',
  end: '\n',
  lineEnd: /^[^\n]*\r\n/.test(markdown) ? '\r\n' : '\n',
});

/**
 * Reads markdown as the editor's document. A block that could not be written the same again is
 * shown as its source.
 */
export function readDocument(markdown: string, sources: Sources): Node {
  const { lead, blocks, body } = cutBlocks(markdown);
  sources.lead = lead;
  sources.end = blocks.at(-1)?.after ?? sources.lineEnd;
  const first = Math.max(0, ...sources.origins.keys()) + 1;
  // A number is left out after each text, so that its last block has no follower in the next one.
  const read = blocks.map((block, index) => {
    const number = first + 1 + index;
    const node = readTop(block, body);
    const numbered = node.type.create({ ...node.attrs, origin: number }, node.content);
    sources.origins.set(number, { node: numbered, source: block.source, after: block.after });
    return numbered;
  });
  const isEmpty = read.every(({ type }) => type === schema.nodes.front_matter);
  return schema.nodes.doc.create(null, isEmpty ? [...read, schema.nodes.paragraph.create()] : read);
}

function readTop({ node, source }: SourceBlock, body: string): Node {
  if (node === null) return schema.nodes.front_matter.create({ text: source });
  const block = readBlock(node, body);
  if (block?.type === schema.nodes.rule || block?.type === schema.nodes.code_block) return block;
  if (block !== null && isFaithful(block, source)) return block;
  return asSource(
    source,
    node.type === 'definition' ? 'definitions' : node.type === 'html' ? 'html' : 'markdown',
  );
}

/**
 * Returns whether writing a block loses nothing: it gives the same bytes, or markdown that is read
 * as the same.
 */
function isFaithful(block: Node, source: string): boolean {
  const again = writeBlock(block, { node: block, source });
  return again === source || isReadAs(again, block);
}

function asSource(source: string, kind: string): Node {
  return schema.nodes.source_block.create(
    { kind },
    source === '' ? null : schema.text(source.replace(/\r\n?/g, '\n')),
  );
}

interface Written {
  block: Node;
  text: string;
  isUntouched: boolean;
}

/**
 * Remembers what was written for a block, as blocks never change and most stay between two
 * writings.
 */
const written = new WeakMap<Node, string>();

/**
 * Writes the document as markdown. Unchanged blocks keep their bytes, and so does what is between
 * two of them.
 */
export function writeDocument(doc: Node, sources: Sources): string {
  const blocks = doc.children.map((block): Written => {
    const untouched = isUntouched(block, sources);
    return {
      block,
      isUntouched: untouched,
      text: untouched ? (originOf(block, sources)?.source ?? '') : write(block, sources),
    };
  });
  const kept = blocks.filter(({ text }) => text !== '');
  const parts = kept.map((one, index) => one.text + writeGap(one, kept[index + 1], sources));
  const text = sources.lead + parts.join('');
  // A line between parts that has come to the start of the document.
  const isMisread = hasFrontMatter(text) && kept[0]?.block.type.name === 'rule';
  return isMisread ? text.replace('---', '***') : text;
}

/** Writes one block. Escapes are left out where the text means the same without them. */
function write(block: Node, sources: Sources): string {
  const known = written.get(block);
  if (known !== undefined) return known;
  const text = sourceOf(block) ?? writeReadable(block, originOf(block, sources));
  const ended = sources.lineEnd === '\n' ? text : text.replaceAll('\n', sources.lineEnd);
  written.set(block, ended);
  return ended;
}

/** Returns the text of a block that is source; null for others. */
function sourceOf({ type: { name }, attrs, textContent }: Node): string | null {
  if (name === 'front_matter') return String(attrs['text']).replace(/\r\n?/g, '\n');
  return name === 'source_block' ? textContent : null;
}

function writeReadable(block: Node, before: Origin | undefined): string {
  const exact = writeBlock(block, before);
  const escaped = new Set(
    Array.from(exact.matchAll(/\\([^\w\s\\])/g), ([, character = '']) => character),
  );
  const readable = [...escaped].reduce((text, character) => {
    const plain = text.replaceAll(`\\${character}`, character);
    return isReadAs(plain, block) ? plain : text;
  }, exact);
  const spelled = spellReferences(readable);
  return spelled !== readable && isReadAs(spelled, block) ? spelled : readable;
}

/** Writes letters for their references, which the writer sets beside emphasis in Japanese text. */
const spellReferences = (text: string): string =>
  text.replace(/&#x([\dA-F]{2,6});/g, (reference, digits: string) => {
    const character = String.fromCodePoint(Number.parseInt(digits, 16));
    return /[\p{L}\p{P}]/u.test(character) ? character : reference;
  });

/** Returns what is between two blocks, or behind the last one. */
function writeGap(one: Written, next: Written | undefined, sources: Sources): string {
  const { lineEnd } = sources;
  const after = originOf(one.block, sources)?.after;
  if (next === undefined) return sources.end;
  const follows = Number(next.block.attrs['origin']) === Number(one.block.attrs['origin']) + 1;
  const isBlankLine = after !== undefined && /\n[ \t]*\r?\n/.test(after);
  if (after !== undefined && follows && ((one.isUntouched && next.isUntouched) || isBlankLine))
    return after;
  const blank = lineEnd + lineEnd;
  return wouldMerge(one.block, next) ? `${blank}<!-- -->${blank}` : blank;
}

/**
 * Returns whether a block would become part of the one before it despite the blank line between
 * them.
 */
function wouldMerge(one: Node, next: Written): boolean {
  const isList = one.type.name.endsWith('_list');
  const isBelow = isList || one.type.name === 'footnote_definition';
  return (isList && next.block.type === one.type) || (isBelow && /^(?: {2,}|\t)/.test(next.text));
}

interface Origin {
  /** The block as it was read. While a block equals it, its bytes are `source`. */
  node: Node;
  source: string;
  /** The bytes between this block and the next one. */
  after: string;
}

/**
 * The source text of every block that was ever read in this editor, by the number in the block's
 * `origin`. Blocks that were read after each other have numbers after each other. Undoing brings
 * old numbers back, so none is removed.
 */
export interface Sources {
  origins: Map<number, Origin>;
  /** The characters before the first block. */
  lead: string;
  /** The characters after the last block. */
  end: string;
  lineEnd: '\n' | '\r\n';
}

/** Returns the origin of a block of the top level; undefined for a new block. */
const originOf = ({ attrs }: Node, { origins }: Sources): Origin | undefined =>
  origins.get(Number(attrs['origin'] ?? Number.NaN));

/** Returns whether a block has the bytes that it was read from. */
export const isUntouched = (block: Node, sources: Sources): boolean => {
  const origin = originOf(block, sources);
  return origin !== undefined && (origin.node === block || origin.node.eq(block));
};

interface SourceBlock {
  /** The parsed block; null for front matter. */
  node: RootContent | null;
  /** From the start of its first line to the end of its last one, without the line feed there. */
  source: string;
  /** The line feeds and spaces between this block and the next one. */
  after: string;
}

/**
 * A text cut into its blocks. Joined in order, with `lead` before them, they are the text byte for
 * byte.
 */
interface CutText {
  lead: string;
  blocks: SourceBlock[];
  /** The text without `lead` and front matter, to which the positions of the nodes refer. */
  body: string;
}

const frontMatter = /^---[ \t]*\r?\n(?:[\s\S]*?\r?\n)?---[ \t]*(?=\r?\n|$)/;

/** Returns whether a text begins with front matter, or with lines that would be read as such. */
const hasFrontMatter = (markdown: string): boolean => frontMatter.test(markdown);

/** Cuts markdown into front matter and the blocks of its top level. */
export function cutBlocks(markdown: string): CutText {
  const front = frontMatter.exec(markdown)?.[0];
  const bodyStart = front?.length ?? (/^\uFEFF?/.exec(markdown)?.[0].length || 0);
  const body = markdown.slice(bodyStart);
  const nodes = joinDefinitions(parseMarkdown(body).children);
  const spans = nodes.map((node) => ({ node, ...spanOf(node, body) }));
  const blocks = spans.map(({ node, start, end }, index) => ({
    node,
    source: body.slice(start, end),
    after: body.slice(end, spans[index + 1]?.start ?? body.length),
  }));
  const beforeFirst = body.slice(0, spans[0]?.start ?? body.length);
  if (front === undefined)
    return { lead: markdown.slice(0, bodyStart) + beforeFirst, blocks, body };
  return { lead: '', blocks: [{ node: null, source: front, after: beforeFirst }, ...blocks], body };
}

/** Makes one block of definitions that follow each other, as they are edited together. */
function joinDefinitions(nodes: readonly RootContent[]): RootContent[] {
  const joined: RootContent[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (
      node.type === 'definition' &&
      last?.type === 'definition' &&
      last.position &&
      node.position
    ) {
      joined[joined.length - 1] = {
        ...last,
        position: { start: last.position.start, end: node.position.end },
      };
    } else joined.push(node);
  }
  return joined;
}

/**
 * Widens a block to whole lines: the indentation of its first line, and spaces at the end of its
 * last one.
 */
function spanOf({ position }: RootContent, body: string): { start: number; end: number } {
  const from = position?.start.offset ?? 0;
  const start = Math.max(body.lastIndexOf('\n', from - 1), body.lastIndexOf('\r', from - 1)) + 1;
  const to = position?.end.offset ?? body.length;
  const rest = /[\r\n]/.exec(body.slice(Math.max(to, from)));
  return { start, end: rest === null ? body.length : Math.max(to, from) + rest.index };
}

/** Returns the block without its origin, as it is read from markdown. */
const withoutOrigin = (block: Node): Node =>
  block.type.create({ ...block.attrs, origin: null }, block.content, block.marks);

function isReadAs(markdown: string, block: Node): boolean {
  const labels = findLabels(block);
  // A reference is one only where its footnote or address is defined.
  const definitions = labels.map((label) => `\n\n${label}: x`).join('');
  const [node, ...more] = parseMarkdown(markdown + definitions).children;
  if (node === undefined || more.length > labels.length) return false;
  return readBlock(node, markdown)?.eq(withoutOrigin(block)) ?? false;
}

/** Lists what a block may refer to, in brackets. */
function findLabels(block: Node): string[] {
  const labels = new Set<string>();
  block.descendants(({ type, attrs, text, marks }) => {
    if (type === schema.nodes.footnote_reference) labels.add(`[^${attrs['label']}]`);
    if (marks.some((mark) => mark.type === schema.marks.raw)) {
      for (const [label] of text?.matchAll(/\[[^[\]]+\]/g) ?? []) labels.add(label);
    }
  });
  return [...labels];
}
