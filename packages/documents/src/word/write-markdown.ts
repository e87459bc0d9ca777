import { treeWriting } from '@ecp/markdown/syntax/write-tree';
import type { BlockContent, List, ListItem, PhrasingContent, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { type Options, toMarkdown } from 'mdast-util-to-markdown';
import type { ItemOrigin } from './markdown.ts';
import {
  sameMarks,
  signRow,
  tidyInlines,
  type WordInline,
  type WordItem,
  type WordMarks,
  type WordText,
} from './word-item.ts';

/** An item to write. `base` is the item of the markdown that it was, or of which it is a change. */
export interface ItemToWrite {
  item: WordItem;
  base: { item: WordItem; origin: ItemOrigin } | null;
  /** True if it is the same as its base. */
  isSame: boolean;
}

/** The parts of the base's markdown that changed items are written like. */
export interface WritingManner extends WritingSource {
  /** Sources of charts by their number, from 1. */
  charts: readonly string[];
  /** The levels that headings lie deeper than in Word, where the title has a style of its own. */
  deeper: number;
  options: Options;
}

/** Finds the manner of a markdown text: its bullets and its sign of emphasis. */
export function findManner(markdown: string): Options {
  const bullet = /^[ \t]*([-*+])[ \t]+\S/m.exec(markdown)?.[1] ?? '-';
  const emphasis =
    /(?<![\w_])_[^\s_]/.test(markdown) && !/(?<!\*)\*[^\s*]/.test(markdown) ? '_' : '*';
  return {
    emphasis,
    rule: '*',
    fences: true,
    listItemIndent: 'one',
    incrementListMarker: true,
    bullet: bullet as '-' | '*' | '+',
    bulletOther: bullet === '*' ? '-' : '*',
    extensions: [treeWriting],
  };
}

/** Writes items as markdown, without a line feed at the end; an empty text for no items. */
export function writeItems(items: readonly ItemToWrite[], manner: WritingManner): string {
  return toMarkdown(
    { type: 'root', children: group(items, { quote: 0, list: 0 }, manner) },
    manner.options,
  ).trimEnd();
}

interface Depth {
  quote: number;
  list: number;
}

/** Makes the flat items a tree again: quotes first, then lists, then the item itself. */
function group(items: readonly ItemToWrite[], depth: Depth, manner: WritingManner): BlockContent[] {
  const nodes: RootContent[] = [];
  for (let at = 0; at < items.length; ) {
    const { item } = items[at] as ItemToWrite;
    if (item.quote > depth.quote) {
      const end = endOf(items, at, (next) => next.quote > depth.quote);
      const children = group(items.slice(at, end), { ...depth, quote: depth.quote + 1 }, manner);
      nodes.push({ type: 'blockquote', children });
      at = end;
    } else if (item.t === 'entry' && item.list > depth.list) {
      const end = endOf(items, at, (next) => next.list > depth.list);
      nodes.push(...makeLists(items.slice(at, end), { ...depth, list: depth.list + 1 }, manner));
      at = end;
    } else {
      nodes.push(...toBlock(items[at] as ItemToWrite, manner));
      at += 1;
    }
  }
  return nodes as BlockContent[];
}

function endOf(
  items: readonly ItemToWrite[],
  start: number,
  belongs: (item: WordItem) => boolean,
): number {
  let end = start + 1;
  while (end < items.length && belongs((items[end] as ItemToWrite).item)) end += 1;
  return end;
}

/**
 * Makes the lists of items that begin with an entry. Another kind, another list in the base, or a
 * number that does not follow begins a new list. Ids in the file tell nothing, because programs
 * change them.
 */
function makeLists(items: readonly ItemToWrite[], depth: Depth, manner: WritingManner): List[] {
  const lists: List[] = [];
  let last = { isOrdered: false, series: null as string | null, number: 0 };
  for (let at = 0; at < items.length; ) {
    const first = items[at] as ItemToWrite;
    const end = endOf(items, at, (item) => item.t !== 'entry' || item.list > depth.list);
    const isOrdered = first.item.t === 'entry' && first.item.ordered;
    const series = first.isSame && first.base?.item.t === 'entry' ? first.base.item.series : null;
    const number = first.item.t === 'entry' ? first.item.start : 0;
    const isOther =
      (series !== null && last.series !== null && series !== last.series) ||
      (isOrdered && number !== last.number + 1);
    const entry = makeEntry(items.slice(at, end), depth, manner);
    const list = lists.at(-1);
    if (list && isOrdered === last.isOrdered && !isOther) list.children.push(entry);
    else lists.push(startList(first, isOrdered, entry));
    last = { isOrdered, series: series ?? last.series, number };
    if (first.base?.origin.isLoose) setLoose(lists.at(-1));
    at = end;
  }
  return lists;
}

/**
 * A list begins with the number of its first entry in the file, which is the base's if nobody
 * changed it.
 */
function startList({ item }: ItemToWrite, ordered: boolean, entry: ListItem): List {
  const start = item.t === 'entry' ? item.start : 1;
  return { type: 'list', ordered, start: ordered ? start : null, spread: false, children: [entry] };
}

function setLoose(list: List | undefined): void {
  if (list) list.spread = true;
}

function makeEntry(items: readonly ItemToWrite[], depth: Depth, manner: WritingManner): ListItem {
  const [first, ...rest] = items as [ItemToWrite, ...ItemToWrite[]];
  const inlines = first.item.t === 'entry' ? first.item.c : [];
  const { checked, c } = readBox(inlines);
  const source = first.isSame ? first.base?.origin.source : undefined;
  const children =
    source === undefined ? nestInlines(c, manner) : [{ type: 'html' as const, value: source }];
  const opening: BlockContent[] = children.length > 0 ? [{ type: 'paragraph', children }] : [];
  const spread = first.base?.origin.isSpread ?? false;
  return {
    type: 'listItem',
    checked,
    spread,
    children: [...opening, ...group(rest, depth, manner)],
  };
}

/** Reads the box of a task at the beginning of an entry. */
function readBox(c: readonly WordInline[]): { checked: boolean | null; c: WordInline[] } {
  const [first, ...rest] = c;
  const box = first?.t === 'text' ? /^[☐☑☒] ?/.exec(first.v)?.[0] : undefined;
  if (first?.t !== 'text' || box === undefined) return { checked: null, c: [...c] };
  return {
    checked: !box.startsWith('☐'),
    c: [{ ...first, v: first.v.slice(box.length) }, ...rest],
  };
}

function toBlock({ item, base, isSame }: ItemToWrite, manner: WritingManner): RootContent[] {
  switch (item.t) {
    case 'heading': {
      const known =
        base?.item.t === 'heading' && base.item.level === item.level
          ? base.origin.depth
          : undefined;
      const depth = Math.min(Math.max(known ?? item.level + manner.deeper, 1), 6) as
        | 1
        | 2
        | 3
        | 4
        | 5
        | 6;
      return [
        { type: 'heading', depth, children: nestInlines(item.c, { ...manner, isOneLine: true }) },
      ];
    }
    case 'text':
    case 'entry':
      return [{ type: 'paragraph', children: nestInlines(item.c, manner) }];
    case 'code': {
      if (base?.origin.isHtml && isWholeTag(item.v)) return [{ type: 'html', value: item.v }];
      const [lang = null, ...meta] = base?.origin.info?.split(' ') ?? [];
      return [
        { type: 'code', lang, meta: meta.join(' ') || null, value: item.v.replace(/\n+$/, '') },
      ];
    }
    case 'rule':
      return [{ type: 'thematicBreak' }];
    case 'picture': {
      const chart = manner.charts[Number(item.name.replace('chart-', '')) - 1];
      return chart === undefined ? [] : [{ type: 'code', lang: 'chart', value: chart }];
    }
    case 'table':
      return [{ type: 'html', value: writeTable(item, isSame ? null : base, manner) }];
  }
}

/**
 * Tells whether changed HTML is still one block of it; otherwise it stays code, as Word shows it.
 */
function isWholeTag(html: string): boolean {
  const { children } = fromMarkdown(html);
  const [only] = children;
  return children.length === 1 && only?.type === 'html' && only.value === html;
}

type TableItem = Extract<WordItem, { t: 'table' }>;

/**
 * Writes a table. Rows that the base has too keep their bytes as long as the columns are as many.
 */
function writeTable(item: TableItem, base: ItemToWrite['base'], manner: WritingManner): string {
  const former =
    base?.item.t === 'table' && base.item.align.length === item.align.length ? base.item : null;
  const source = { ...manner, isOneLine: true };
  const children = item.rows.map((row) => ({
    type: 'tableRow' as const,
    children: row.map((cell) => ({
      type: 'tableCell' as const,
      children: nestInlines(cell, source),
    })),
  }));
  const align = former?.align ?? item.align;
  const lines = toMarkdown({ type: 'table', align, children }, manner.options)
    .trimEnd()
    .split('\n');
  const known = base?.origin.lines ?? [];
  if (
    former === null ||
    known.length !== former.rows.length + 1 ||
    lines.length !== item.rows.length + 1
  ) {
    return lines.join('\n');
  }
  const byRow = new Map(
    former.rows.map((row, index) => [signRow(row), known[index === 0 ? 0 : index + 1] ?? '']),
  );
  const kept = item.rows.map(
    (row, index) => byRow.get(signRow(row)) ?? lines[index === 0 ? 0 : index + 1] ?? '',
  );
  return [kept[0], known[1], ...kept.slice(1)].join('\n');
}

/** The context for writing inlines as markdown. */
interface WritingSource {
  /** Addresses of the embedded images by their number, from 1. */
  images: readonly string[];
  /** True in a heading or a cell, which have one line in markdown. */
  isOneLine?: boolean;
}

const nesting = ['url', 'bold', 'italic', 'strike'] as const;
type Nesting = (typeof nesting)[number];

/** Turns inlines into markdown's tree. */
function nestInlines(inlines: readonly WordInline[], source: WritingSource): PhrasingContent[] {
  return nest(disarmTags(tidyInlines(inlines)), [...nesting], source);
}

/**
 * Makes tags to text that are none any longer, or that would turn the whole paragraph into HTML.
 */
function disarmTags(inlines: readonly WordInline[]): WordInline[] {
  return inlines.map((inline, index) => {
    if (inline.t !== 'text' || !inline.html) return inline;
    const { html, ...text } = inline;
    if (!markup.test(inline.v)) return text;
    const [before, after] = [inlines[index - 1], inlines[index + 1]];
    const opensLine = before === undefined || before.t === 'break';
    const isSafe = !opensLine || (after?.t === 'text' && !after.html && inlineTag.test(inline.v));
    return isSafe ? inline : text;
  });
}

/** One tag, or the call of a note within a note. */
const markup = /^(?:<\/?[A-Za-z][^<>]*>|\[\^[^\]\s]+\])$/;
const inlineTag =
  /^<(?:a|abbr|b|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u|var)\b[^>]*>$/i;

/** Puts neighbours with the same mark below one node, mark by mark. */
function nest(
  inlines: readonly WordInline[],
  marks: Nesting[],
  source: WritingSource,
): PhrasingContent[] {
  const [mark, ...further] = marks;
  if (mark === undefined) return inlines.flatMap((inline) => toLeaf(inline, source));
  const nodes: PhrasingContent[] = [];
  for (const run of runsOf(inlines, mark)) {
    const children = nest(run.inlines, further, source);
    nodes.push(
      ...(run.value === undefined || isImage(children)
        ? children
        : wrap(mark, run.value, children)),
    );
  }
  return nodes;
}

function isImage(children: PhrasingContent[]): boolean {
  return children.length === 1 && children[0]?.type === 'image';
}

function runsOf(
  inlines: readonly WordInline[],
  mark: Nesting,
): { value: WordMarks[Nesting]; inlines: WordInline[] }[] {
  const runs: { value: WordMarks[Nesting]; inlines: WordInline[] }[] = [];
  for (const inline of inlines) {
    const value = inline.t === 'text' ? inline[mark] : undefined;
    const last = runs.at(-1);
    if (last && last.value === value) last.inlines.push(inline);
    else runs.push({ value, inlines: [inline] });
  }
  return runs;
}

function wrap(mark: Nesting, value: string | true, children: PhrasingContent[]): PhrasingContent[] {
  if (mark === 'url') return [{ type: 'link', url: String(value), children: children as never }];
  const types = { bold: 'strong', italic: 'emphasis', strike: 'delete' } as const;
  return [{ type: types[mark], children }];
}

function toLeaf(inline: WordInline, { images, isOneLine }: WritingSource): PhrasingContent[] {
  switch (inline.t) {
    case 'break':
      return [isOneLine ? { type: 'html', value: '<br>' } : { type: 'break' }];
    case 'note':
      return [{ type: 'footnoteReference', identifier: inline.label, label: inline.label }];
    case 'picture': {
      const url = images[Number(inline.name.replace('image-', '')) - 1];
      return url === undefined ? [] : [{ type: 'image', url, alt: inline.alt }];
    }
    case 'text':
      return [toText(inline)];
  }
}

function toText(text: WordText): PhrasingContent {
  if (text.html) return { type: 'html', value: text.v };
  if (text.code) return { type: 'inlineCode', value: text.v };
  const alt = /^\[Image: (.*)\]$/.exec(text.v)?.[1];
  const isLinkedImage =
    alt !== undefined && text.url !== undefined && sameMarks(text, { italic: true, url: text.url });
  return isLinkedImage
    ? { type: 'image', url: text.url ?? '', alt }
    : { type: 'text', value: text.v };
}
