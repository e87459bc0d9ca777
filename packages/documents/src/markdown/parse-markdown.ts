import { cutAtHeadings, dropDeepMarks } from '@ecp/markdown/parse-markdown';
import { readTree } from '@ecp/markdown/syntax/read-tree';
import type { Nodes, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { frontmatter } from 'micromark-extension-frontmatter';
import { parse as parseYaml } from 'yaml';
import { fillWords } from '../reports/team-words.ts';

/** Markdown as a tree, with its front matter, which is empty if it cannot be read. */
interface ParsedMarkdown {
  root: Root;
  frontMatter: Record<string, unknown>;
}

const frontMatterOptions = {
  extensions: [frontmatter(['yaml'])],
  mdastExtensions: [frontmatterFromMarkdown(['yaml'])],
};

/** Pieces that were parsed last, the oldest first: an edited document has most of them again. */
const lastPieces = new Map<string, RootContent[]>();
/** Limits the characters of pieces that are kept, which take a hundred bytes each. */
const maxKeptLength = 500_000;
let keptLength = 0;

function parsePiece(given: string, text: string): RootContent[] {
  const piece = given + text;
  const known = lastPieces.get(piece);
  if (known !== undefined) lastPieces.delete(piece);
  else keptLength += piece.length;
  const children = known ?? readPiece(piece, given.length);
  lastPieces.set(piece, children);
  for (const [oldest] of lastPieces) {
    if (keptLength <= maxKeptLength) break;
    lastPieces.delete(oldest);
    keptLength -= oldest.length;
  }
  return children;
}

function readPiece(piece: string, givenLength: number): RootContent[] {
  const { children } = readTree(piece, addressSign.test(piece));
  return children.filter(({ position }) => (position?.start.offset ?? 0) >= givenLength);
}

/** What a bare address has, also one that is written with character references. */
const addressSign = /www|http|@|&#?\w+;/i;

/**
 * Parses GitHub's markdown with footnotes and YAML front matter. Runs and fetches nothing.
 * `cutNote` says below a table that is too long how many of its rows are printed.
 */
export function parseMarkdown(markdown: string, cutNote: string): ParsedMarkdown {
  const { frontMatter, body } = splitFrontMatter(markdown);
  const children: RootContent[] = [];
  for (const { given, text } of cutAtHeadings(
    capTables(dropDeepMarks(body, { keepsOffsets: false }), cutNote),
  )) {
    children.push(...parsePiece(given, text));
  }
  return { root: { type: 'root', children }, frontMatter };
}

function splitFrontMatter(markdown: string): {
  frontMatter: Record<string, unknown>;
  body: string;
} {
  const block = /^---[ \t]*\n(?:[\s\S]*?\n)?---[ \t]*(?:\n|$)/.exec(markdown)?.[0] ?? '';
  const [first] = block === '' ? [] : fromMarkdown(block, frontMatterOptions).children;
  if (first?.type !== 'yaml') return { frontMatter: {}, body: markdown };
  return { frontMatter: readFrontMatter(first.value), body: markdown.slice(block.length) };
}

/** Tells whether a node is a comment, which is not meant for readers. */
export function isComment(node: Nodes): boolean {
  return node.type === 'html' && /^<!--[\s\S]*-->\s*$/.test(node.value);
}

function readFrontMatter(yaml: string): Record<string, unknown> {
  try {
    const value: unknown = parseYaml(yaml, { maxAliasCount: 10 });
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // A model's mistake with a colon must not lose the document, and its front matter is never
    // printed anyway.
    return {};
  }
}

/** Limits the rows of a table. A note below the table says how many are left out. */
const maxRows = 2_000;

const fence = /^[\s>]*(`{3,}|~{3,})/;
const delimiterRow = /^([\s>]*)\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/**
 * Cuts tables beyond 2,000 rows, with a note: the parser takes hundreds of bytes a character. Code
 * stays.
 */
export function capTables(markdown: string, cutNote: string): string {
  if (markdown.length < maxRows * 3) return markdown;
  const lines = markdown.split('\n');
  const kept: string[] = [];
  let openFence = '';
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    kept.push(line);
    const mark = fence.exec(line)?.[1] ?? '';
    if (openFence === '') openFence = mark;
    else if (mark.startsWith(openFence)) openFence = '';
    const delimiter = openFence === '' && line.includes('|') ? delimiterRow.exec(line) : null;
    if (delimiter === null) continue;
    const end = endOfTable(lines, at + 1);
    const rowCount = end - at - 1;
    if (rowCount <= maxRows) continue;
    const prefix = (delimiter[1] ?? '').trimEnd();
    kept.push(
      ...lines.slice(at + 1, at + 1 + maxRows),
      prefix,
      `${delimiter[1]}*${leftOut(rowCount, cutNote)}*`,
      prefix,
    );
    at = end - 1;
  }
  return kept.join('\n');
}

function endOfTable(lines: string[], start: number): number {
  let end = start;
  while (end < lines.length && (lines[end] ?? '').includes('|')) end += 1;
  return end;
}

function leftOut(total: number, cutNote: string): string {
  const show = (count: number) => count.toLocaleString('en-GB');
  return fillWords(cutNote, {
    shown: show(maxRows),
    all: show(total),
    rest: show(total - maxRows),
  });
}
