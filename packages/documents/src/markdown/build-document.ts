import type { RootContent } from 'mdast';
import { toString as plainText } from 'mdast-util-to-string';
import { buildBlocks } from './build-blocks.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import { createContext, type DocumentSetting } from './document-context.ts';
import type { Block, DocumentTree } from './document-tree.ts';
import { dropOwnNumbers } from './own-numbers.ts';
import { isComment, parseMarkdown } from './parse-markdown.ts';

/** The place of a document in a report. */
export interface DocumentPlace {
  /** Level of its highest headings. */
  topLevel: number;
  /** Its title if it does not open with one. */
  title: string;
  /** True if its headings get numbers of the report in place of their own. */
  isNumbered: boolean;
}

/**
 * Turns markdown into the data for the templates. A first-level heading that opens the document becomes its title,
 * which the text does not repeat. The other headings are renumbered from `topLevel` without gaps, as PDF/UA requires.
 * A document that is nested too deeply for the layout is printed as source text.
 */
export function buildDocument(markdown: string, place: DocumentPlace, setting: DocumentSetting): DocumentTree {
  try {
    return layOut(cleanText(markdown), place, setting);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const note = 'This document is nested too deeply to be laid out; its source text follows.';
    return {
      heading: null,
      offline: false,
      blocks: [
        { t: 'note', v: note },
        { t: 'code', v: cleanText(markdown), lang: null },
      ],
      footnotes: [],
    };
  }
}

/** Depth of a footnote's text, so that its lists and quotes are laid out as nested ones. */
const footnoteDepth = 3;

function layOut(markdown: string, place: DocumentPlace, setting: DocumentSetting): DocumentTree {
  const { root, frontMatter } = parseMarkdown(markdown);
  const content = root.children.filter((node) => node.type !== 'yaml' && !isComment(node));
  const [first] = content;
  const heading = first?.type === 'heading' && first.depth === 1 ? cleanLine(plainText(first)) || null : null;
  const body = heading === null ? content : content.slice(1);
  const context = createContext(root, setting, (note, inNote) => buildBlocks(note.children, inNote, footnoteDepth));
  const text = repeats(body[0], heading ?? place.title) ? body.slice(1) : body;
  const blocks = renumberHeadings(buildBlocks(text, context, 0), place.topLevel);
  const numbered = place.isNumbered ? dropOwnNumbers(blocks, place.topLevel) : blocks;
  return {
    heading,
    offline: isOffline(frontMatter),
    blocks: markLeads(groupSideways(numbered)),
    footnotes: [...context.placedFootnotes],
  };
}

/** Tells whether a heading or a line of its own says the title again. */
function repeats(node: RootContent | undefined, title: string): boolean {
  if (node?.type !== 'heading' && node?.type !== 'paragraph') return false;
  const fold = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return fold(title) !== '' && fold(plainText(node)) === fold(title);
}

/** Marks paragraphs that end with a colon and announce a list, a table, a chart or code, which follows on their page. */
function markLeads(blocks: Block[]): Block[] {
  const announced = new Set(['list', 'table', 'chart', 'code', 'quote']);
  return blocks.map((block, index) => {
    if (block.t !== 'para' || !announced.has(blocks[index + 1]?.t ?? '')) return block;
    const last = block.c.findLast((inline) => inline.t === 'run');
    return last && /[:：]\s*$/.test(last.v) ? { ...block, leads: true } : block;
  });
}

/** The offline model marks what it wrote or revised (MOD-7). This is printed, whatever else is in the front matter. */
function isOffline(frontMatter: Record<string, unknown>): boolean {
  return frontMatter['offline'] === true || frontMatter['revisedOffline'] === true;
}

function renumberHeadings(blocks: Block[], topLevel: number): Block[] {
  const open: number[] = [];
  return blocks.map((block) => {
    if (block.t !== 'heading') return block;
    while ((open.at(-1) ?? 0) >= block.level) open.pop();
    open.push(block.level);
    return { ...block, level: Math.min(topLevel + open.length - 1, 6) };
  });
}

/** Puts wide tables on landscape pages, shared by consecutive ones. Works only for blocks directly on the page. */
function groupSideways(blocks: Block[]): Block[] {
  const grouped: Block[] = [];
  for (const block of blocks) {
    const last = grouped.at(-1);
    if (block.t !== 'table' || !block.landscape) grouped.push(block);
    else if (last?.t === 'sideways') last.c.push(block);
    else grouped.push({ t: 'sideways', c: [block] });
  }
  return grouped;
}
