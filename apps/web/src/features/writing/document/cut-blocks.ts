import type { RootContent } from 'mdast';
import { parseMarkdown } from './parse-markdown.ts';

/** A block of the top level with its bytes. */
export interface SourceBlock {
  /** The parsed block; null for front matter. */
  node: RootContent | null;
  /** From the start of its first line to the end of its last one, without the line feed there. */
  source: string;
  /** The line feeds and spaces between this block and the next one. */
  after: string;
}

/** A text cut into its blocks. Joined in order, with `lead` before them, they are the text byte for byte. */
export interface CutText {
  lead: string;
  blocks: SourceBlock[];
  /** The text without `lead` and front matter, to which the positions of the nodes refer. */
  body: string;
}

const frontMatter = /^---[ \t]*\r?\n(?:[\s\S]*?\r?\n)?---[ \t]*(?=\r?\n|$)/;

/** Returns whether a text begins with front matter, or with lines that would be read as such. */
export const hasFrontMatter = (markdown: string): boolean => frontMatter.test(markdown);

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
  if (front === undefined) return { lead: markdown.slice(0, bodyStart) + beforeFirst, blocks, body };
  return { lead: '', blocks: [{ node: null, source: front, after: beforeFirst }, ...blocks], body };
}

/** Makes one block of definitions that follow each other, as they are edited together. */
function joinDefinitions(nodes: readonly RootContent[]): RootContent[] {
  const joined: RootContent[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type === 'definition' && last?.type === 'definition' && last.position && node.position) {
      joined[joined.length - 1] = { ...last, position: { start: last.position.start, end: node.position.end } };
    } else joined.push(node);
  }
  return joined;
}

/** Widens a block to whole lines: the indentation of its first line, and spaces at the end of its last one. */
function spanOf({ position }: RootContent, body: string): { start: number; end: number } {
  const from = position?.start.offset ?? 0;
  const start = Math.max(body.lastIndexOf('\n', from - 1), body.lastIndexOf('\r', from - 1)) + 1;
  const to = position?.end.offset ?? body.length;
  const rest = /[\r\n]/.exec(body.slice(Math.max(to, from)));
  return { start, end: rest === null ? body.length : Math.max(to, from) + rest.index };
}
