import { toString as plainText } from 'mdast-util-to-string';
import { buildBlocks } from './build-blocks.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import { createContext, type DocumentSetting } from './document-context.ts';
import type { Block, DocumentTree } from './document-tree.ts';
import { parseMarkdown } from './parse-markdown.ts';

/**
 * Turns markdown into the data for the templates. A first-level heading that opens the document becomes its title. The
 * other headings are renumbered from `topLevel` without gaps, as PDF/UA requires. `prefix` separates the footnotes of
 * several documents, and `marks` are set after them. A document that is nested too deeply for the layout is printed as
 * source text.
 */
export function buildDocument(markdown: string, topLevel: number, setting: DocumentSetting): DocumentTree {
  try {
    return layOut(cleanText(markdown), topLevel, setting);
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

function layOut(markdown: string, topLevel: number, setting: DocumentSetting): DocumentTree {
  const { root, frontMatter } = parseMarkdown(markdown);
  const content = root.children.filter(({ type }) => type !== 'yaml');
  const [first] = content;
  const opening = first?.type === 'heading' && first.depth === 1 ? first : null;
  const context = createContext(root, setting, (note, inNote) => buildBlocks(note.children, inNote, footnoteDepth));
  const blocks = buildBlocks(opening === null ? content : content.slice(1), context, 0);
  return {
    heading: opening === null ? null : cleanLine(plainText(opening)) || null,
    offline: isOffline(frontMatter),
    blocks: groupSideways(renumberHeadings(blocks, topLevel)),
    footnotes: [...context.placedFootnotes],
  };
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
