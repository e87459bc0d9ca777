import type { Language } from '@ecp/language/language';
import { freeLabels, parseMarkdown } from '@ecp/markdown/parse-markdown';
import { mapToSource } from '@ecp/markdown/rendered-text';
import { frontMatterOf, isClosed } from '@ecp/markdown/sectioned-document';
import { applyTextEdits, type TextEdit } from '@ecp/markdown/text-edits';
import { createTimeSlice, type TimeSlice } from '@ecp/semaphore/semaphore';
import type { Nodes, Parents, Root } from 'mdast';
import type { DocumentBlock } from './document.ts';
import {
  type LinkedFact,
  type LinkedPassage,
  type LinkTarget,
  readLinkTarget,
  targetWriter,
  type WriteTarget,
} from './fact-links.ts';
import { splitClaims } from './split-claims.ts';

interface LinkMaterial {
  facts: readonly LinkedFact[];
  passages: readonly LinkedPassage[];
  /** The language of the document, in which footnotes write numbers. */
  language: Language;
}

interface CompiledLinks {
  markdown: string;
  /** Links to facts and passages that do not exist. Their footnotes have no source. */
  missing: (LinkTarget & { words: string })[];
  /** Links in the order of the text. `footnote` is null for a link in a heading. */
  links: (LinkTarget & { footnote: string | null; words: string })[];
}

/** Limits the characters of markdown that are parsed at once, in a few milliseconds. */
const partLength = 1_500;
const linkSign = /\]\(\s*<?(?:fact|passage):|\]:?\s*\[?<?(?:fact|passage):/iu;
/** The address of a link as its reference: `[12.7 %][fact:margin-2019]`. */
const addressReference = /\]\[((?:fact|passage):[^[\]\s]{1,200})\]/giu;

/**
 * Turns the links of a model's text to facts and passages into footnotes, and leaves every other
 * byte. A sentence or a table row has one footnote, which gathers what its links name; that of a
 * row stands in its last cell. Sentences with the same evidence share a footnote. A link in a
 * heading becomes its words, because headings have no footnotes. A sentence with a footnote of a
 * person gets the new mark behind that one.
 * @param slice yields to the event loop between parts of a long text
 */
export async function compileLinks(
  markdown: string,
  { facts, passages, language }: LinkMaterial,
  slice: TimeSlice = createTimeSlice(undefined),
): Promise<CompiledLinks> {
  const compiled: CompiledLinks = { markdown, missing: [], links: [] };
  if (!linkSign.test(markdown)) return compiled;
  const writing: Writing = {
    markdown,
    compiled,
    edits: [],
    labels: freeLabels(
      [...markdown.matchAll(/\[\^([^[\]\s]{1,200})\]/gu)].map(([, label = '']) => label),
    ),
    footnotes: new Map(),
    write: targetWriter(facts, passages, language),
    addresses: new Map(),
  };
  const body = frontMatterOf(markdown).length;
  const addresses = [...markdown.matchAll(addressReference)].map(([, address = '']) => address);
  const references = [...new Set(addresses)]
    .map((address) => `[${address}]: <${address}>\n\n`)
    .join('');
  const parts = parseMarkdown(references + markdown.slice(body), { partLength });
  const roots: { root: Root; base: number }[] = [];
  for (const { root, base } of parts) {
    roots.push({ root, base: body + base - references.length });
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
  }
  for (const { root, base } of roots) readAddresses(root, base, writing);
  for (const { root, base } of roots) {
    compileBlocks(root, base, writing);
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
  }
  const text = applyTextEdits(markdown, writing.edits);
  compiled.markdown = addDefinitions(text, writing.footnotes);
  return compiled;
}

interface Writing {
  markdown: string;
  compiled: CompiledLinks;
  edits: TextEdit[];
  labels: ReturnType<typeof freeLabels>;
  /** Labels by the text of their definition. */
  footnotes: Map<string, string>;
  write: WriteTarget;
  /** The targets that the definitions of links name, by the identifier of the definition. */
  addresses: Map<string, LinkTarget>;
}

/** Reads the definitions that name facts and passages, and removes them from the text. */
function readAddresses(root: Root, base: number, { addresses, edits, markdown }: Writing): void {
  const pending: Nodes[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if ('children' in node) pending.push(...node.children);
    if (node.type !== 'definition') continue;
    const target = readLinkTarget(node.url);
    if (target === null || addresses.has(node.identifier)) continue;
    addresses.set(node.identifier, target);
    const start = base + (node.position?.start.offset ?? 0);
    const end = base + (node.position?.end.offset ?? 0);
    const newline = /^[ \t]*(?:\r?\n|$)/u.exec(markdown.slice(end, end + 80))?.[0] ?? '';
    if (start >= frontMatterOf(markdown).length)
      edits.push({ start, end: end + newline.length, text: '' });
  }
}

function compileBlocks(node: Nodes, base: number, writing: Writing): void {
  switch (node.type) {
    case 'footnoteDefinition':
      return;
    case 'paragraph':
      compileProse(readInlines([node], 'prose', base, writing), writing);
      return;
    case 'heading':
      for (const link of readInlines([node], 'heading', base, writing).links)
        recordLink(link, null, writing);
      return;
    case 'table':
      for (const [index, row] of node.children.entries()) {
        // The footnote of a head counts for its column.
        const groups = index === 0 ? row.children.map((cell) => [cell]) : [row.children];
        for (const cells of groups)
          compileRow(readInlines(cells, 'row', base, writing), cells.at(-1), base, writing);
      }
      return;
    default:
      if ('children' in node)
        for (const child of node.children) compileBlocks(child, base, writing);
  }
}

interface InlineLink {
  target: LinkTarget;
  words: string;
  /** Bounds of its words in the text of the block. */
  start: number;
  end: number;
}

/** A node of a block with its bounds in the block's text and in the markdown. */
interface PlacedNode {
  type: Nodes['type'];
  /** The nodes around it, outermost first. */
  parents: readonly PlacedNode[];
  value: string | null;
  start: number;
  end: number;
  source: { start: number; end: number };
}

interface InlineText {
  block: DocumentBlock;
  links: InlineLink[];
  nodes: PlacedNode[];
}

/** Reads the text of a block as the check reads it, and takes the brackets of links off. */
function readInlines(
  nodes: readonly Nodes[],
  kind: DocumentBlock['kind'],
  base: number,
  writing: Writing,
): InlineText {
  const block: DocumentBlock = { kind, text: '', references: [], links: [], columns: null };
  const inlines: InlineText = { block, links: [], nodes: [] };
  for (const [index, node] of nodes.entries()) {
    if (index > 0) block.text += kind === 'row' ? ' | ' : '\n';
    readInline(node, [], base, inlines, writing);
  }
  return inlines;
}

function readInline(
  node: Nodes,
  parents: readonly PlacedNode[],
  base: number,
  inlines: InlineText,
  writing: Writing,
): void {
  const { block } = inlines;
  const around = parents.at(-1)?.source ?? { start: base, end: base };
  const source = {
    start:
      node.position?.start.offset === undefined ? around.start : base + node.position.start.offset,
    end: node.position?.end.offset === undefined ? around.end : base + node.position.end.offset,
  };
  const place: PlacedNode = {
    type: node.type,
    parents,
    value: null,
    start: block.text.length,
    end: block.text.length,
    source,
  };
  if (node.type === 'footnoteReference') {
    const label = (node.label ?? node.identifier).toLowerCase();
    block.references.push({ label, at: block.text.length, end: source.end });
    return;
  }
  if (node.type === 'text' || node.type === 'inlineCode') {
    // Quotation marks in code are not quotes.
    const isCode = node.type === 'inlineCode';
    place.value = isCode ? null : node.value;
    block.text += isCode ? node.value.replace(/["“”„«»‘’]/gu, ' ') : node.value;
  }
  if (node.type === 'break') block.text += '\n';
  const isBlock = node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell';
  if ('children' in node)
    for (const child of node.children)
      readInline(child, isBlock ? parents : [...parents, place], base, inlines, writing);
  place.end = block.text.length;
  if (isBlock) return;
  inlines.nodes.push(place);
  const target = targetOf(node, source, writing);
  if (target === null || !('children' in node)) return;
  takeBrackets(node, source, base, writing);
  const words = block.text.slice(place.start, place.end);
  inlines.links.push({ target, words, start: place.start, end: place.end });
}

/**
 * Returns the target that a link names. Returns null for other links, and for a bare address in
 * angle brackets.
 */
function targetOf(
  node: Nodes,
  source: { start: number },
  { addresses, markdown }: Writing,
): LinkTarget | null {
  if (markdown.charAt(source.start) !== '[') return null;
  if (node.type === 'link') return readLinkTarget(node.url);
  if (node.type !== 'linkReference') return null;
  const isAddress = readLinkTarget(node.label ?? '') !== null;
  if (isAddress && node.referenceType !== 'full') return null;
  return addresses.get(node.identifier) ?? null;
}

/** Matches signs that would begin a list, a heading, a quote or a table at the start of a line. */
const blockSign = /^(?:[-+*>=#|~]|\d{1,9}(?=[.)](?:\s|$)))/u;

/** Removes the brackets and the address of a link, and keeps its words as they are written. */
function takeBrackets(
  { children }: Parents,
  source: { start: number; end: number },
  base: number,
  { markdown, edits }: Writing,
): void {
  const first = children[0]?.position?.start.offset;
  const last = children.at(-1)?.position?.end.offset;
  if (first === undefined || last === undefined) {
    edits.push({ ...source, text: '' });
    return;
  }
  const [from, to] = [base + first, base + last];
  edits.push({ start: source.start, end: from, text: '' });
  edits.push({ start: to, end: source.end, text: '' });
  const line = markdown.slice(markdown.lastIndexOf('\n', source.start - 1) + 1, source.start);
  const sign = /^[\s>*+-]*(?:\d{1,9}[.)]\s+)?[\s>*+-]*$/u.test(line)
    ? blockSign.exec(markdown.slice(from, Math.min(to, from + 12)))?.[0]
    : undefined;
  if (sign === undefined) return;
  const at = /\d/u.test(sign) ? from + sign.length : from;
  edits.push({ start: at, end: at, text: '\\' });
}

function compileProse(inlines: InlineText, writing: Writing): void {
  const { block, links } = inlines;
  if (links.length === 0) return;
  const claims = splitClaims(block);
  const groups = Map.groupBy(links, (link) => {
    const at = Math.max(link.start, link.end - 1);
    const claim = claims.findLast(({ start }) => start <= at);
    if (claim === undefined)
      return sourceAt(inlines, block.text.trimEnd().length, writing.markdown);
    const reference = claim.references.at(-1);
    if (reference !== undefined && link.end <= reference.at) return reference.end;
    const end = block.text.slice(0, claim.end).trimEnd().length;
    return sourceAt(inlines, Math.max(end, link.end), writing.markdown);
  });
  for (const [at, group] of groups) addFootnote(group, at, writing);
}

function compileRow(
  inlines: InlineText,
  lastCell: Nodes | undefined,
  base: number,
  writing: Writing,
): void {
  if (inlines.links.length === 0 || lastCell?.position === undefined) return;
  const start = base + (lastCell.position.start.offset ?? 0);
  const end = base + (lastCell.position.end.offset ?? 0);
  const cell = writing.markdown.slice(start, end);
  const words = cell.replace(/(?<!\\)\|$/u, '').trimEnd();
  // An empty cell is a pipe and blanks.
  const isEmpty = /^\|?$/u.test(words.trim());
  addFootnote(inlines.links, start + (isEmpty ? cell.indexOf('|') + 1 : words.length), writing);
}

/**
 * Returns the offset in the markdown behind the character before an index of a block's text, behind
 * the marks of emphasis and the footnotes that end there, and outside links and code.
 */
function sourceAt({ block, nodes }: InlineText, index: number, markdown: string): number {
  const outermost = nodes
    .filter(({ start, end }) => start < index && end === index)
    .toSorted((a, b) => a.parents.length - b.parents.length)[0];
  const leaf = nodes.findLast(
    ({ start, end, value }) => value !== null && start < index && index <= end,
  );
  const link = leaf?.parents.find(({ type }) => type === 'link' || type === 'linkReference');
  const last = nodes.findLast(({ start }) => start < index) ?? nodes.at(-1);
  const at =
    outermost?.source.end ??
    link?.source.end ??
    (leaf === undefined ? (last?.source.end ?? 0) : offsetIn(leaf, index, markdown));
  const marks = block.references.filter((reference) => reference.at === index);
  return Math.max(at, ...marks.map(({ end }) => end));
}

function offsetIn({ value, start, source }: PlacedNode, index: number, markdown: string): number {
  const text = value ?? '';
  const mapped = mapToSource(text, markdown, { from: source.start, to: source.end }).source;
  const length = index - start;
  if (typeof mapped === 'number') return mapped + length;
  const at = mapped[length - 1] ?? source.start;
  const isPlain =
    markdown.charAt(at) === text.charAt(length - 1) && text.charAt(length - 1) !== '\\';
  return isPlain ? at + 1 : (mapped[length] ?? source.end);
}

function addFootnote(links: readonly InlineLink[], at: number, writing: Writing): void {
  const { footnotes, labels, edits, write } = writing;
  const text = [...new Set(links.map(({ target }) => write(target).text))].join('; ');
  const label = footnotes.get(text) ?? labels.next();
  footnotes.set(text, label);
  edits.push({ start: at, end: at, text: `[^${label}]` });
  for (const link of links) recordLink(link, label, writing);
}

function recordLink(
  { target, words }: InlineLink,
  footnote: string | null,
  { compiled, write }: Writing,
): void {
  compiled.links.push({ ...target, footnote, words });
  if (write(target).isMissing) compiled.missing.push({ ...target, words });
}

/** Adds definitions at the end, or at the start where an open block at the end would take them. */
function addDefinitions(text: string, footnotes: ReadonlyMap<string, string>): string {
  if (footnotes.size === 0) return text;
  const feed = text.includes('\r\n') ? '\r\n' : '\n';
  const definitions = [...footnotes]
    .map(([words, label]) => `[^${label}]: ${words}${feed}`)
    .join('');
  if (!isClosed(text)) {
    const start = frontMatterOf(text);
    return `${start}${definitions}${feed}${text.slice(start.length)}`;
  }
  if (/(?:\r?\n){2}$/u.test(text)) return `${text}${definitions}`;
  const gap = text.endsWith('\n') ? feed : feed + feed;
  return `${text}${gap}${definitions}`;
}
