import type { Nodes, Parents } from 'mdast';
import { parseMarkdown } from './parse-markdown.ts';
import { frontMatterOf } from './sectioned-document.ts';

export interface TextRun {
  start: number;
  end: number;
  /**
   * Offset in the markdown of each character, and of the end; or of the first, if the run is
   * unchanged there.
   */
  source: number | Uint32Array;
  kind: 'words' | 'code';
  /** Number of its block: a paragraph, heading, table cell or code block. */
  block: number;
  /** Range in the markdown of the emphasis or link that holds nothing else, or null. */
  wrap: { start: number; end: number } | null;
}

/** A heading of levels 1 to 3, as sections are cut. `start` is an offset in `RenderedText.text`. */
interface RenderedHeading {
  start: number;
  title: string;
}

export interface RenderedText {
  /** Blocks end with a line feed, cells of a table row with a tab. */
  text: string;
  runs: TextRun[];
  headings: RenderedHeading[];
}

const deepestSection = 3;

/**
 * Renders the words that a reader can select: no front matter, marks, footnote numbers, HTML,
 * images and charts.
 */
export function renderText(markdown: string): RenderedText {
  const start = frontMatterOf(markdown).length;
  const rendering: Rendering = {
    markdown,
    offset: 0,
    length: 0,
    parts: [],
    runs: [],
    headings: [],
    block: 0,
    cursor: 0,
  };
  for (const { root, base } of parseMarkdown(markdown.slice(start))) {
    rendering.offset = start + base;
    renderNode(root, rendering);
  }
  return { text: rendering.parts.join(''), runs: rendering.runs, headings: rendering.headings };
}

/** Returns the heading of levels 1 to 3 above an offset of the rendered text, or null. */
export function sectionAt({ headings }: RenderedText, offset: number): string | null {
  return headings.findLast(({ start }) => start <= offset)?.title ?? null;
}

interface Rendering {
  markdown: string;
  offset: number;
  length: number;
  parts: string[];
  runs: TextRun[];
  headings: RenderedHeading[];
  block: number;
  /** End of the last run in the markdown. A node that the parser has split off has no position. */
  cursor: number;
}

const blockEnds: Partial<Record<Nodes['type'], string>> = { paragraph: '\n', tableCell: '\t' };

function renderNode(node: Nodes, rendering: Rendering): void {
  if (node.type === 'text') addRun(node, node.value, 'words', rendering);
  else if (node.type === 'inlineCode') addRun(node, node.value, 'code', rendering);
  else if (node.type === 'break') addText('\n', rendering);
  else if (node.type === 'heading') renderHeading(node, rendering);
  else if (node.type === 'code') {
    if (node.lang !== 'chart') addRun(node, node.value, 'code', rendering);
    endBlock('\n', rendering);
  } else if ('children' in node) {
    const firstRun = rendering.runs.length;
    renderChildren(node, rendering);
    const end = blockEnds[node.type];
    if (end !== undefined) endBlock(end, rendering);
    else if (node.type === 'tableRow') addText('\n', rendering);
    else wrapRun(node, rendering, firstRun);
  }
}

const inlineParents = new Set(['emphasis', 'strong', 'delete', 'link', 'linkReference']);

function wrapRun({ type, position }: Parents, { runs, offset }: Rendering, firstRun: number): void {
  const run = runs[firstRun];
  if (!run || runs.length > firstRun + 1 || !inlineParents.has(type) || !position) return;
  run.wrap = {
    start: (position.start.offset ?? 0) + offset,
    end: (position.end.offset ?? 0) + offset,
  };
}

function renderChildren(node: Parents, rendering: Rendering): void {
  rendering.cursor = Math.max(
    rendering.cursor,
    (node.position?.start.offset ?? 0) + rendering.offset,
  );
  for (const child of node.children) renderNode(child, rendering);
}

function renderHeading(node: Extract<Nodes, { type: 'heading' }>, rendering: Rendering): void {
  const { length: start } = rendering;
  const firstPart = rendering.parts.length;
  renderChildren(node, rendering);
  const title = foldSpaces(rendering.parts.slice(firstPart).join(''));
  if (node.depth <= deepestSection && title !== '') rendering.headings.push({ start, title });
  endBlock('\n', rendering);
}

function addRun(node: Nodes, value: string, kind: TextRun['kind'], rendering: Rendering): void {
  if (value === '') return;
  const { markdown, offset, length: start, block } = rendering;
  const from =
    node.position?.start.offset === undefined
      ? rendering.cursor
      : node.position.start.offset + offset;
  const to =
    node.position?.end.offset === undefined ? markdown.length : node.position.end.offset + offset;
  const { source, end } = mapToSource(value, markdown, { from, to });
  rendering.cursor = end;
  rendering.runs.push({ start, end: start + value.length, source, kind, block, wrap: null });
  addText(value, rendering);
}

function addText(text: string, rendering: Rendering): void {
  rendering.parts.push(text);
  rendering.length += text.length;
}

function endBlock(separator: string, rendering: Rendering): void {
  addText(separator, rendering);
  rendering.block += 1;
}

/** Turns each run of white space into one space, for the comparison of quotes and titles. */
export function foldSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

export interface MappedText {
  /** Offset of each character, and of the end; or of the first, if the text is unchanged there. */
  source: number | Uint32Array;
  end: number;
}

const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{0,31});/iy;
const punctuation = /[!-/:-@[-`{-~]/;

/**
 * Maps a rendered text to a range of its markdown, skipping marks. An entity counts as one
 * character.
 */
export function mapToSource(
  value: string,
  markdown: string,
  { from, to }: { from: number; to: number },
): MappedText {
  if (markdown.startsWith(value, from)) return { source: from, end: from + value.length };
  const inside = markdown.slice(from, to).indexOf(value);
  if (inside !== -1) return { source: from + inside, end: from + inside + value.length };
  const source = new Uint32Array(value.length + 1);
  let at = from;
  let index = 0;
  while (index < value.length) {
    const found = findCharacter(value, index, markdown, { from: at, to });
    source.fill(found.start, index, index + found.units);
    index += found.units;
    at = found.end;
  }
  source[value.length] = at;
  return { source, end: at };
}

interface Found {
  start: number;
  end: number;
  units: number;
}

function findCharacter(
  value: string,
  index: number,
  markdown: string,
  { from, to }: { from: number; to: number },
): Found {
  for (let at = from; at < to; at += 1) {
    const character = markdown[at] ?? '';
    const next = markdown[at + 1] ?? '';
    if (character === '\\' && punctuation.test(next) && next === value[index])
      return { start: at, end: at + 2, units: 1 };
    const raw = character === '&' ? entityAt(markdown, at) : '';
    if (raw !== '' && !value.startsWith(raw, index)) {
      const units = (value.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
      return { start: at, end: at + raw.length, units };
    }
    if (character === value[index]) return { start: at, end: at + 1, units: 1 };
  }
  return { start: to, end: to, units: 1 };
}

function entityAt(markdown: string, at: number): string {
  entity.lastIndex = at;
  return entity.exec(markdown)?.[0] ?? '';
}

/** Escapes untrusted text, which shows the same words and forms no markdown. */
export function escapeMarkdown(line: string): string {
  return line
    .replace(/[\\`*[\]<>|]|~(?=~)/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/^(#{1,6}|[-+=]+)(?=\s|$)/, '\\$1')
    .replace(/^(\d+)([.)])(?=\s)/, '$1\\$2');
}

/** Returns the words that escaped markdown shows. */
export function unescapeMarkdown(line: string): string {
  return line.replace(/\\([\\`*[\]<>|~$_#&+=.)-])/g, '$1');
}

/**
 * Turns white space with a line feed into one space. A regular expression would take minutes for
 * long runs.
 */
export function unwrapLines(text: string): string {
  const [first = '', ...others] = text.split('\n');
  const last = others.pop();
  if (last === undefined) return text;
  const between = others.map((line) => line.trim()).filter((line) => line !== '');
  return [first.trimEnd(), ...between, last.trimStart()].join(' ');
}
