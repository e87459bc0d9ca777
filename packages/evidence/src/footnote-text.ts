import { parseMarkdown } from '@ecp/markdown/parse-markdown';
import { frontMatterOf } from '@ecp/markdown/sectioned-document';
import { applyTextEdits } from '@ecp/markdown/text-edits';
import { createTimeSlice, type TimeSlice } from '@ecp/semaphore/semaphore';
import type { Nodes, RootContent } from 'mdast';

interface SourceRange {
  start: number;
  end: number;
}

interface FootnoteMark extends SourceRange {
  label: string;
}

interface FootnotePlaces {
  marks: FootnoteMark[];
  /** Definitions with the blank lines behind them. */
  definitions: FootnoteMark[];
  /** Blocks outside other blocks, in order. */
  blocks: { node: RootContent; base: number }[];
}

/** Limits the characters of markdown that are parsed at once, in a few milliseconds. */
const partLength = 1_500;

/** Finds the marks and definitions of footnotes, in the order of the text. */
async function readPlaces(markdown: string, slice: TimeSlice): Promise<FootnotePlaces> {
  const places: FootnotePlaces = { marks: [], definitions: [], blocks: [] };
  const body = frontMatterOf(markdown).length;
  const parts = parseMarkdown(markdown.slice(body), { hasUndefinedFootnotes: true, partLength });
  for (const { root, base } of parts) {
    for (const node of root.children) {
      places.blocks.push({ node, base: body + base });
      readNode(node, body + base, places, markdown);
    }
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
  }
  return places;
}

function readNode(node: Nodes, base: number, places: FootnotePlaces, markdown: string): void {
  const start = base + (node.position?.start.offset ?? 0);
  const end = base + (node.position?.end.offset ?? 0);
  if (node.type === 'footnoteReference') {
    places.marks.push({ start, end, label: node.identifier.toLowerCase() });
  } else if (node.type === 'footnoteDefinition') {
    places.definitions.push({
      start,
      end: end + lengthOfBlank(markdown, end),
      label: node.identifier.toLowerCase(),
    });
  } else if ('children' in node) {
    for (const child of node.children) readNode(child, base, places, markdown);
  }
}

/** Returns the length of the rest of a line and of the blank lines behind it. */
function lengthOfBlank(markdown: string, at: number): number {
  let end = at;
  for (let next = at; next < markdown.length; next += 1) {
    const character = markdown.charAt(next);
    if (!/\s/u.test(character)) break;
    if (character === '\n') end = next + 1;
    if (next === markdown.length - 1) end = markdown.length;
  }
  return end - at;
}

const cutRanges = (markdown: string, ranges: readonly SourceRange[]): string =>
  applyTextEdits(
    markdown,
    ranges.map(({ start, end }) => ({ start, end, text: '' })),
  );

interface PlainText {
  text: string;
  /** The number of marks of a label that stand at a place of the text without footnotes. */
  marks: Map<string, number>;
  definitions: Map<string, string>;
}

async function readPlainText(markdown: string, slice: TimeSlice): Promise<PlainText> {
  const { marks, definitions } = await readPlaces(markdown, slice);
  const removed = [
    ...marks.map((mark) => ({ ...mark, isMark: true })),
    ...definitions.map((definition) => ({ ...definition, isMark: false })),
  ].toSorted((a, b) => a.start - b.start);
  const counts = new Map<string, number>();
  let length = 0;
  for (const { start, end, label, isMark } of removed) {
    const key = `${start - length} ${label}`;
    if (isMark) counts.set(key, (counts.get(key) ?? 0) + 1);
    length += end - start;
  }
  const words = definitions.map(
    ({ start, end, label }) => [label, markdown.slice(start, end).trim()] as const,
  );
  return {
    text: cutRanges(markdown, removed).trimEnd(),
    marks: counts,
    definitions: new Map(words),
  };
}

/**
 * Returns whether a text differs from an earlier one by added footnotes only: without marks and
 * definitions both are the same byte for byte, but for white space at the end, and all earlier
 * footnotes stand as they did.
 */
export async function onlyFootnotesAdded(
  before: string,
  after: string,
  slice: TimeSlice = createTimeSlice(undefined),
): Promise<boolean> {
  const earlier = await readPlainText(before, slice);
  const later = await readPlainText(after, slice);
  if (earlier.text !== later.text) return false;
  const hasMarks = [...earlier.marks].every(
    ([place, count]) => (later.marks.get(place) ?? 0) >= count,
  );
  return (
    hasMarks &&
    [...earlier.definitions].every(([label, words]) => later.definitions.get(label) === words)
  );
}

/**
 * Returns a text without marks and definitions of footnotes, for readers who want none. Paragraphs,
 * columns and sections that hold nothing else are removed with them.
 */
export async function withoutFootnotes(
  markdown: string,
  slice: TimeSlice = createTimeSlice(undefined),
): Promise<string> {
  if (!markdown.includes('[^')) return markdown;
  const { marks, definitions, blocks } = await readPlaces(markdown, slice);
  if (marks.length + definitions.length === 0) return markdown;
  const cuts: SourceRange[] = [
    ...marks.map((mark) => withBlanks(mark, markdown)),
    ...definitions,
    ...listEmptyBlocks(blocks, markdown),
    ...blocks.flatMap(({ node, base }) => listEmptyColumns(node, base, markdown)),
  ];
  const text = cutRanges(markdown, cuts);
  const end = markdown.slice(markdown.trimEnd().length).includes('\n') ? '\n' : '';
  return definitions.length > 0 ? text.trimEnd() + end : text;
}

/** A mark with the blanks and commas that part it from the words or the mark before it. */
function withBlanks({ start, end }: SourceRange, markdown: string): SourceRange {
  const before = markdown.slice(Math.max(0, start - 12), start);
  const joint = /(?<=\])(?:[ \t\u00a0]*[,;][ \t\u00a0]*)$/u.exec(before)?.[0];
  const isAfterMark =
    joint !== undefined &&
    /\[\^[^[\]\s]{1,200}\][ \t\u00a0,;]*$/u.test(markdown.slice(Math.max(0, start - 220), start));
  if (isAfterMark) return { start: start - joint.length, end };
  const blanks = /(?<=\S)[ \t\u00a0]+$/u.exec(before)?.[0] ?? '';
  const isCell = markdown.charAt(start - blanks.length - 1) === '|';
  return { start: isCell ? start : start - blanks.length, end };
}

/** The words of a block without marks of footnotes. */
function wordsOf(node: Nodes): string {
  if (node.type === 'footnoteReference' || node.type === 'footnoteDefinition') return '';
  if ('value' in node) return node.value;
  if (node.type === 'image' || node.type === 'imageReference') return 'image';
  return 'children' in node ? node.children.map(wordsOf).join(' ') : '';
}

const hasMark = (node: Nodes): boolean =>
  node.type === 'footnoteReference' ||
  ('children' in node && node.children.some((child) => hasMark(child)));

/** Punctuation alone, as it stands between marks. */
const isBlank = (words: string): boolean => !/[\p{L}\p{N}\p{S}]/u.test(words);

/** Finds the blocks of marks alone, and the headings and leads with nothing else below them. */
function listEmptyBlocks(
  blocks: readonly { node: RootContent; base: number }[],
  markdown: string,
): SourceRange[] {
  const empty = new Set<RootContent>();
  for (const { node } of blocks) {
    const isList = node.type === 'paragraph' || node.type === 'list' || node.type === 'blockquote';
    const isOfMarks = isList && hasMark(node) && isBlank(wordsOf(node));
    if (node.type === 'footnoteDefinition' || isOfMarks) empty.add(node);
  }
  // The loop begins at the end, so that what stands below a heading is decided before it.
  let [below, hasEmpty]: [RootContent | null, boolean] = [null, false];
  for (const { node } of blocks.toReversed()) {
    if (empty.has(node)) hasEmpty = true;
    else if (hasEmpty && isLead(node) && closes(node, below)) empty.add(node);
    else [below, hasEmpty] = [node, false];
  }
  return blocks.flatMap(({ node, base }) => {
    if (!empty.has(node) || node.type === 'footnoteDefinition') return [];
    const end = base + (node.position?.end.offset ?? 0);
    const start = base + (node.position?.start.offset ?? 0);
    return [{ start, end: end + lengthOfBlank(markdown, end) }];
  });
}

/** Limits the characters of the words above a list of sources: "**Sources**", "Sources:". */
const maxLead = 60;

function isLead(node: RootContent): boolean {
  if (node.type === 'heading' || node.type === 'thematicBreak') return true;
  if (node.type !== 'paragraph') return false;
  const words = wordsOf(node).trim();
  const isStrong = node.children.length === 1 && node.children[0]?.type === 'strong';
  return words.length <= maxLead && (isStrong || /[:：]$/u.test(words));
}

/** Returns whether the text below a lead begins a new section, or there is none. */
function closes(node: RootContent, below: RootContent | null): boolean {
  if (below === null) return true;
  if (below.type === 'heading') return node.type !== 'heading' || below.depth <= node.depth;
  return false;
}

/** Finds the columns of a table in which only marks stand below the head. */
function listEmptyColumns(node: RootContent, base: number, markdown: string): SourceRange[] {
  if (node.type !== 'table' || !hasMark(node)) return [];
  const [head, ...rows] = node.children;
  if (head === undefined || head.position === undefined || rows.length === 0) return [];
  const columns = head.children.flatMap((_, index) => {
    const cells = rows.flatMap(({ children }) => children[index] ?? []);
    const isOfMarks = cells.some(hasMark) && cells.every((cell) => isBlank(wordsOf(cell)));
    return index > 0 && isOfMarks ? [index] : [];
  });
  if (columns.length === 0) return [];
  const line = markdown.indexOf('\n', base + (head.position.end.offset ?? 0)) + 1;
  const rule = markdown.slice(line, markdown.indexOf('\n', line));
  const first = line + (/^\s*\|?/u.exec(rule)?.[0].length ?? 0);
  const pipes = [...rule.matchAll(/\|/gu)].map(({ index }) => line + index + 1);
  const bounds = [...new Set([first, ...pipes])];
  return columns.flatMap((index) => {
    const cells = [head, ...rows].flatMap(({ children }) => children[index] ?? []);
    const ranges = cells.flatMap(({ position }) =>
      position === undefined ? [] : cellRange(position, base, markdown),
    );
    const [from, to] = [bounds[index], bounds[index + 1] ?? line + rule.length];
    return from === undefined ? ranges : [...ranges, { start: from - 1, end: to - 1 }];
  });
}

/** A cell with the pipe before it. The pipe that closes a row stays. */
function cellRange(
  { start, end }: NonNullable<Nodes['position']>,
  base: number,
  markdown: string,
): SourceRange[] {
  const [from, to] = [base + (start.offset ?? 0), base + (end.offset ?? 0)];
  const isClosed =
    markdown.charAt(to - 1) === '|' && markdown.charAt(to - 2) !== '\\' && to - from > 1;
  if (markdown.charAt(from) !== '|') return [];
  return [{ start: from, end: isClosed ? to - 1 : to }];
}
