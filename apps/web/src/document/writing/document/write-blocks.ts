import { treeWriting } from '@ecp/markdown/syntax/write-tree';
import type {
  BlockContent,
  Data,
  ListItem,
  Literal,
  PhrasingContent,
  RootContent,
  Table,
  TableRow,
} from 'mdast';
import { defaultHandlers, type Join, type Options, toMarkdown } from 'mdast-util-to-markdown';
import type { Mark, Node } from 'prosemirror-model';

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
 * Writes a block as markdown. `before` is what it was read from: its bullets, marks and unchanged
 * rows are used again.
 */
export function writeBlock(block: Node, before?: { node: Node; source: string }): string {
  const tree = toTree(block);
  if (tree === null) return '';
  const written = toMarkdown(tree, optionsFor(before?.source ?? '')).replace(/\n$/, '');
  return tree.type === 'table' ? keepRows(written, block, before) : written;
}

/**
 * Asks for a blank line, even in a tight list, where a block would become a part of the text above
 * it.
 */
const separate: Join = (left, right) =>
  right.type === 'listItem' || left.type === 'heading' || mayInterrupt(right as RootContent)
    ? undefined
    : 1;

/**
 * Returns whether a block begins below a paragraph without a blank line between them (CommonMark
 * 4.8, 5.2).
 */
function mayInterrupt(node: RootContent): boolean {
  if (node.type !== 'list') return ['blockquote', 'code', 'heading'].includes(node.type);
  const begins = node.children[0]?.children[0]?.type === 'paragraph';
  return begins && (node.ordered !== true || node.start === 1);
}

function optionsFor(source: string): Options {
  const bullet = /^\s*([-*+])\s/m.exec(source)?.[1] ?? '-';
  return {
    extensions: [treeWriting],
    bullet: bullet as '-',
    bulletOrdered: /^\s*\d+\)/m.test(source) ? ')' : '.',
    emphasis: /(?<![\w_])_\w/.test(source) ? '_' : '*',
    fence: source.trimStart().startsWith('~~~') ? '~' : '`',
    incrementListMarker: !/^(\s*)(\d+)[.)].*\n(?:.*\n)*?\1\2[.)]/m.test(source),
    listItemIndent: 'one',
    // Three hyphens would make a heading of the text above them, and front matter at the start of a
    // document.
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
      return {
        type: 'list',
        ordered: true,
        start: attrs['start'],
        spread: !attrs['tight'],
        children: itemsOf(block),
      };
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

/** Marks that are written around other text, from the outside to the inside. */
const order = ['link', 'strike', 'strong', 'em'];

/** A node with the marks that are not written yet. */
interface Piece {
  node: Node;
  marks: readonly Mark[];
}

/**
 * Writes the text of a block. Spaces and breaks at its ends are left out, because markdown has no
 * place for them.
 */
function writeInline(block: Node): PhrasingContent[] {
  const pieces: Piece[] = [];
  block.forEach((node) => {
    pieces.push({ node, marks: node.marks });
  });
  const first = pieces.findIndex((piece) => !isBlank(piece));
  const last = pieces.findLastIndex((piece) => !isBlank(piece));
  const phrases = nest(pieces.slice(first === -1 ? pieces.length : first, last + 1));
  trimEnds(phrases);
  return closeLinks(phrases, true);
}

function isBlank({ node: { type, text, marks } }: Piece): boolean {
  if (type.name === 'hard_break' || type.name === 'soft_break') return true;
  return (
    text !== undefined && text.trim() === '' && !marks.some(({ type: { name } }) => name === 'code')
  );
}

function trimEnds(phrases: PhrasingContent[]): void {
  const [first, last] = [phrases[0], phrases.at(-1)];
  if (first?.type === 'text') first.value = first.value.replace(/^[ \t\n]+/, '');
  if (last?.type === 'text') last.value = last.value.replace(/[ \t\n]+$/, '');
}

function nest(pieces: readonly Piece[]): PhrasingContent[] {
  const written: PhrasingContent[] = [];
  for (let at = 0; at < pieces.length; ) {
    const { mark, end } = findLongest(pieces, at);
    written.push(
      ...(mark ? wrap(mark, pieces.slice(at, end)) : pieces.slice(at, end).map(writeLeaf)),
    );
    at = end;
  }
  return joinTexts(written);
}

/** Finds the mark that reaches farthest from a piece, and the index after its end. */
function findLongest(
  pieces: readonly Piece[],
  at: number,
): { mark: Mark | undefined; end: number } {
  const marks = order.flatMap(
    (name) => pieces[at]?.marks.find(({ type }) => type.name === name) ?? [],
  );
  const ends = marks.map((mark) => {
    const end = pieces.findIndex(
      (piece, index) => index > at && !piece.marks.some((other) => other.eq(mark)),
    );
    return end === -1 ? pieces.length : end;
  });
  const end = Math.max(at + 1, ...ends);
  return { mark: marks[ends.indexOf(end)], end };
}

function writeLeaf({ node, marks }: Piece): PhrasingContent {
  const { type, attrs, text = '' } = node;
  if (type.name === 'footnote_reference') {
    return { type: 'footnoteReference', identifier: attrs['label'], label: attrs['label'] };
  }
  if (type.name === 'hard_break') return { type: 'break', data: { marker: attrs['marker'] } };
  if (type.name === 'soft_break') return { type: 'text', value: '\n' };
  if (marks.some((mark) => mark.type.name === 'code')) return { type: 'inlineCode', value: text };
  if (marks.some((mark) => mark.type.name === 'raw')) return { type: 'sourceText', value: text };
  return { type: 'text', value: text };
}

function wrap(mark: Mark, pieces: readonly Piece[]): PhrasingContent[] {
  const inside = pieces.map(({ node, marks }) => ({
    node,
    marks: marks.filter((other) => !other.eq(mark)),
  }));
  const children = nest(inside);
  const { name } = mark.type;
  if (name === 'link') return [writeLink(mark, closeLinks(children, false))];
  const [before, unclosed, after] = moveSpacesOut(children);
  const inner = closeLinks(unclosed, false);
  const type = name === 'strong' ? 'strong' : name === 'em' ? 'emphasis' : 'delete';
  const around = (value: string): PhrasingContent[] =>
    value === '' ? [] : [{ type: 'text', value }];
  return [
    ...around(before),
    ...(inner.length > 0 ? [{ type, children: inner } as const] : []),
    ...around(after),
  ];
}

/** Writes a bare address as it is, unless its words were changed. */
function writeLink(
  { attrs: { href, title, form } }: Mark,
  children: PhrasingContent[],
): PhrasingContent {
  const [only, ...more] = children;
  const words = only?.type === 'text' && more.length === 0 ? only.value : undefined;
  const isBare =
    words !== undefined && [words, `http://${words}`, `mailto:${words}`].includes(href);
  if (form === 'bare' && isBare) return { type: 'sourceText', value: words, data: { href } };
  return { type: 'link', url: href, title, children: children as [] };
}

/**
 * Writes bare addresses in brackets where their surroundings would become a part of them or hide
 * them.
 */
function closeLinks(phrases: PhrasingContent[], isBlock: boolean): PhrasingContent[] {
  return phrases.map((phrase, index) => {
    if (phrase.type !== 'sourceText' || phrase.data?.href === undefined) return phrase;
    const [previous, next, afterNext] = [
      phrases[index - 1],
      phrases[index + 1],
      phrases[index + 2],
    ];
    // The underscore of emphasized text would be a letter of a mail address.
    const isBegun =
      previous === undefined
        ? isBlock || !phrase.data.href.startsWith('mailto:')
        : previous.type === 'break' || (previous.type === 'text' && /[\s(]$/.test(previous.value));
    const ending =
      isBlock && afterNext === undefined ? /^[.,;:!?)]*(?:\s(?!\s)|$)/ : /^[.,;:!?)]*\s(?!\s)/;
    const isEnded =
      next === undefined
        ? isBlock
        : next.type === 'break' || (next.type === 'text' && ending.test(next.value));
    const children = [{ type: 'text', value: phrase.value } as const];
    return isBegun && isEnded ? phrase : { type: 'link', url: phrase.data.href, children };
  });
}

/**
 * Moves spaces at the ends of emphasized text out of it, because there they would keep the marks
 * from acting.
 */
function moveSpacesOut(
  children: PhrasingContent[],
): [before: string, inner: PhrasingContent[], after: string] {
  let [before, after] = ['', ''];
  const [first, last] = [children[0], children.at(-1)];
  if (first?.type === 'text') {
    before = /^[ \t\n]*/.exec(first.value)?.[0] ?? '';
    first.value = first.value.slice(before.length);
  }
  if (last?.type === 'text') {
    after = /[ \t\n]*$/.exec(last.value)?.[0] ?? '';
    last.value = last.value.slice(0, last.value.length - after.length);
  }
  return [before, children.filter((child) => child.type !== 'text' || child.value !== ''), after];
}

function joinTexts(phrases: readonly PhrasingContent[]): PhrasingContent[] {
  const joined: PhrasingContent[] = [];
  for (const phrase of phrases) {
    const last = joined.at(-1);
    if (phrase.type === 'text' && last?.type === 'text') last.value += phrase.value;
    else joined.push(phrase);
  }
  return joined;
}

type Align = 'left' | 'right' | 'center' | null;

function toTableTree(table: Node): Table {
  const rows = table.children.map(
    (row): TableRow => ({
      type: 'tableRow',
      children: row.children.map((cell) => ({ type: 'tableCell', children: writeInline(cell) })),
    }),
  );
  return { type: 'table', align: alignsOf(table), children: rows };
}

const alignsOf = (table: Node): Align[] =>
  table.firstChild?.children.map(({ attrs }) => attrs['align']) ?? [];

const rules = { left: ':--', right: '--:', center: ':-:' };

/**
 * Gives unchanged rows of a table their lines back, and the line below the head where columns are
 * the same.
 */
function keepRows(
  written: string,
  table: Node,
  before: { node: Node; source: string } | undefined,
): string {
  const lines = written.split('\n');
  const old = before?.node.type === table.type ? before.source.split(/\r\n|[\r\n]/) : [];
  const oldRows = before?.node.children ?? [];
  const isReadable = old.length === oldRows.length + 1;
  const aligns = alignsOf(table);
  const isSame =
    isReadable && before !== undefined && String(alignsOf(before.node)) === String(aligns);
  return lines
    .map((line, index) => {
      if (index === 1) return (isSame ? old[1] : undefined) ?? writeRule(aligns);
      const row = table.children[index === 0 ? 0 : index - 1];
      const at = isReadable ? oldRows.findIndex((other) => row !== undefined && other.eq(row)) : -1;
      return (at === -1 ? undefined : old[at === 0 ? 0 : at + 1]) ?? line;
    })
    .join('\n');
}

const writeRule = (aligns: readonly Align[]): string =>
  `| ${aligns.map((align) => (align === null ? '---' : rules[align])).join(' | ')} |`;
