import type { BlockContent, Data, ListItem, Literal, RootContent } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, type Join, type Options, toMarkdown } from 'mdast-util-to-markdown';
import type { Node } from 'prosemirror-model';
import { writeInline } from './write-inline.ts';
import { keepRows, toTableTree } from './write-table.ts';

/** Text of a line that is written as it is. */
interface SourceText extends Literal {
  type: 'sourceText';
  /** The address, where the text is a bare link. */
  data?: Data & { href?: string };
}

declare module 'mdast' {
  interface PhrasingContentMap {
    sourceText: SourceText;
  }
  interface RootContentMap {
    sourceText: SourceText;
  }
  interface BreakData {
    /** The characters that make the break in the source: a backslash, or spaces. */
    marker?: string;
  }
}

/**
 * Writes a block as markdown, without a line feed at its end; an empty text for a block without content. `before` is
 * what the block was read from: its bullets, its marks and its unchanged table rows are used again.
 */
export function writeBlock(block: Node, before?: { node: Node; source: string }): string {
  const tree = toTree(block);
  if (tree === null) return '';
  const written = toMarkdown(tree, optionsFor(before?.source ?? '')).replace(/\n$/, '');
  return tree.type === 'table' ? keepRows(written, block, before) : written;
}

/** Asks for a blank line, even in a tight list, where a block would become a part of the text above it. */
const separate: Join = (left, right) =>
  right.type === 'listItem' || left.type === 'heading' || mayInterrupt(right as RootContent) ? undefined : 1;

/** Returns whether a block begins below a paragraph without a blank line between them (CommonMark 4.8, 5.2). */
function mayInterrupt(node: RootContent): boolean {
  if (node.type !== 'list') return ['blockquote', 'code', 'heading'].includes(node.type);
  const begins = node.children[0]?.children[0]?.type === 'paragraph';
  return begins && (node.ordered !== true || node.start === 1);
}

function optionsFor(source: string): Options {
  const bullet = /^\s*([-*+])\s/m.exec(source)?.[1] ?? '-';
  return {
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    bullet: bullet as '-',
    bulletOrdered: /^\s*\d+\)/m.test(source) ? ')' : '.',
    emphasis: /(?<![\w_])_\w/.test(source) ? '_' : '*',
    fence: source.trimStart().startsWith('~~~') ? '~' : '`',
    incrementListMarker: !/^(\s*)(\d+)[.)].*\n(?:.*\n)*?\1\2[.)]/m.test(source),
    listItemIndent: 'one',
    // Three hyphens would make a heading of the text above them, and front matter at the start of a document.
    rule: '*',
    setext: /\n[=-]+\s*$/.test(source),
    join: [separate],
    handlers: {
      sourceText: ({ value }: SourceText) => value,
      break: (node, parent, state, info) => {
        const written = defaultHandlers.break(node, parent, state, info);
        return written === '\\\n' && node.data?.marker === '  ' ? '  \n' : written;
      },
    },
  };
}

function toTree(block: Node): RootContent | null {
  const { attrs } = block;
  switch (block.type.name) {
    case 'paragraph': {
      const children = writeInline(block);
      return children.length === 0 ? null : { type: 'paragraph', children };
    }
    case 'heading':
      return { type: 'heading', depth: attrs['level'], children: writeInline(block) };
    case 'rule':
      return { type: 'thematicBreak' };
    case 'code_block':
      return writeCode(block);
    case 'source_block':
      return block.textContent === '' ? null : { type: 'html', value: block.textContent };
    case 'blockquote':
      return { type: 'blockquote', children: treesOf(block) };
    case 'bullet_list':
      return { type: 'list', ordered: false, spread: !attrs['tight'], children: itemsOf(block) };
    case 'ordered_list':
      return { type: 'list', ordered: true, start: attrs['start'], spread: !attrs['tight'], children: itemsOf(block) };
    case 'table':
      return toTableTree(block);
    case 'footnote_definition':
      return {
        type: 'footnoteDefinition',
        identifier: attrs['label'],
        label: attrs['label'],
        children: treesOf(block),
      };
    default:
      throw new RangeError(`A block of type ${block.type.name} has no form in markdown`);
  }
}

function treesOf(parent: Node): BlockContent[] {
  return parent.children.flatMap((child) => (toTree(child) as BlockContent | null) ?? []);
}

function itemsOf(list: Node): ListItem[] {
  return list.children.map((item) => ({
    type: 'listItem',
    spread: item.attrs['spread'],
    checked: item.attrs['checked'],
    children: treesOf(item),
  }));
}

function writeCode({ attrs, textContent }: Node): RootContent {
  const [, lang = '', meta = ''] = /^(\S*)\s*(.*)$/.exec(attrs['info']) ?? [];
  return { type: 'code', lang: lang || null, meta: meta || null, value: textContent };
}
