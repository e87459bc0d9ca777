import { dropDeepMarks } from '@ecp/markdown/parse-markdown';
import { readTree } from '@ecp/markdown/syntax/read-tree';
import type {
  BlockContent,
  Code,
  DefinitionContent,
  Heading,
  Image,
  ImageReference,
  List,
  Nodes,
  PhrasingContent,
  Root,
  RootContent,
  Table,
} from 'mdast';
import { toString as plainText } from 'mdast-util-to-string';
import {
  deepest,
  inlinesOf,
  tidyInlines,
  titleLevel,
  type WordInline,
  type WordItem,
  type WordMarks,
  type WordPlace,
} from './word-item.ts';

/** The facts of an item that stand in the markdown and not in Word. */
export interface ItemOrigin {
  /** Source of the paragraph in a list, with single line feeds and without indentation. */
  source?: string;
  /** Depth of a heading in the markdown. */
  depth?: number;
  /** Language and further words after the fence of code. */
  info?: string;
  /** True for tags that Word shows as code. */
  isHtml?: true;
  /** True if blank lines separate the entries of the list. */
  isLoose?: true;
  /** True if blank lines separate the parts of the entry. */
  isSpread?: true;
  /** Source lines of a table that stands in no list or quote. */
  lines?: string[];
  /** Source of the block of a chart. */
  chart?: string;
}

/** An item of a document of ours, with the number of the unit that it comes from. */
export interface BaseItem {
  item: WordItem;
  unit: number;
  origin: ItemOrigin;
}

/** A top-level block with its bytes up to the next; one without `items` is invisible in Word. */
export interface BaseUnit {
  source: string;
  items: number;
  /** Label, if the unit defines a footnote. */
  note: string | null;
  /** True for a list, and for code by indentation, which a list before it would take in. */
  joinsLists: boolean;
}

/** The text of a footnote. */
interface BaseNote {
  label: string;
  items: WordItem[];
}

/**
 * Markdown as Word will see it, with the bytes from which each part comes. Joining all units
 * restores the markdown.
 */
export interface BaseDocument {
  /** Bytes before the first unit. */
  front: string;
  units: BaseUnit[];
  items: BaseItem[];
  notes: Map<string, BaseNote>;
  /** Labels of footnotes in the order of their first references in the text. */
  references: string[];
  /** Addresses of the images by their number, from 1: `image-1`. */
  images: string[];
  /** Sources of the charts by their number, from 1: `chart-1`. */
  charts: string[];
  /** True if the document opens with a heading of the first level, its title. */
  hasTitle: boolean;
}

/** Front matter as cutSections finds it. Word does not show it. */
const frontMatter = /^---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n[ \t]*)*(?:\n|$)/;

/**
 * Reads markdown as Word items with their blocks, whose bytes join to the markdown. Throws
 * RangeError if too deep.
 */
export function readMarkdown(markdown: string): BaseDocument {
  const front = frontMatter.exec(markdown)?.[0] ?? '';
  const body = markdown.slice(front.length);
  const root = readTree(dropDeepMarks(body, { keepsOffsets: true }));
  const [opening] = root.children;
  const isTitle =
    opening?.type === 'heading' && opening.depth === 1 && plainText(opening).trim() !== '';
  const flattening = createFlattening(root, { markdown: body, title: isTitle ? opening : null });
  const starts = root.children.map((node) => lineStart(body, node.position?.start.offset ?? 0));
  const units = root.children.map((node, unit): BaseUnit => {
    const source = body.slice(starts[unit], starts[unit + 1] ?? body.length);
    return {
      source,
      items: flattening.addUnit(node, unit),
      note: node.type === 'footnoteDefinition' ? node.identifier : null,
      joinsLists: node.type === 'list' || (node.type === 'code' && /^(?: {4}|\t)/.test(source)),
    };
  });
  const { items, notes, references, images, charts } = flattening;
  return {
    front: front + body.slice(0, starts[0]),
    units,
    items,
    notes,
    images,
    charts,
    references: references ?? [],
    hasTitle: isTitle,
  };
}

/**
 * Numbers the notes as readers see them: in the order of their calls, those that only notes call
 * last.
 */
export function numberNotes({ references, notes }: BaseDocument): Map<string, number> {
  const numbers = new Map(references.map((label, index) => [label, index + 1]));
  // The map grows while its notes are read.
  for (const label of numbers.keys()) {
    const called = (notes.get(label)?.items ?? []).flatMap((item) => inlinesOf(item).flat());
    for (const inline of called) {
      if (inline.t === 'note' && !numbers.has(inline.label))
        numbers.set(inline.label, numbers.size + 1);
    }
  }
  return numbers;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

type BlockNode = RootContent | BlockContent | DefinitionContent;

/** The document that is flattened, and the heading that is its title. */
interface FlatteningSource {
  markdown: string;
  title: Heading | null;
}

/** Items of a document, filled unit by unit. */
interface Flattening extends FlattenedReferences {
  items: BaseItem[];
  notes: Map<string, BaseNote>;
  charts: string[];
  /** Adds the items of a block of the top level and returns their number. */
  addUnit(node: RootContent, unit: number): number;
}

interface FlatteningState {
  put(item: WordItem, origin?: ItemOrigin): void;
  source: FlatteningSource;
  references: FlattenedReferences;
  charts: string[];
  /** Counts the lists. */
  nextSeries(): string;
}

const topPlace: WordPlace = { quote: 0, list: 0 };

/** Creates the flattening of a document. The texts of footnotes are flattened at once. */
function createFlattening(root: Root, source: FlatteningSource): Flattening {
  const references: FlattenedReferences = { definitions: new Map(), references: [], images: [] };
  const definitions = collectDefinitions(root, references);
  const charts: string[] = [];
  const items: BaseItem[] = [];
  let lists = 0;
  const nextSeries = () => {
    lists += 1;
    return String(lists);
  };
  const notes = new Map<string, BaseNote>();
  for (const [label, children] of definitions) {
    const texts: WordItem[] = [];
    const put = (item: WordItem) => texts.push(item);
    const state = { put, source, references: withoutNotes(references), charts: [], nextSeries };
    for (const node of children) flatten(node, topPlace, state);
    notes.set(label, { label, items: texts.flatMap(toNoteText) });
  }
  return {
    ...references,
    items,
    notes,
    charts,
    addUnit: (node, unit) => {
      const before = items.length;
      const put = (item: WordItem, origin: ItemOrigin = {}) => items.push({ item, unit, origin });
      flatten(node, topPlace, { put, source, references, charts, nextSeries });
      return items.length - before;
    },
  };
}

/** A footnote of Word holds no table, picture or line: a table's rows become lines of text. */
function toNoteText(item: WordItem): WordItem[] {
  const { quote, list } = item;
  if (item.t === 'picture' || item.t === 'rule') return [];
  if (item.t === 'heading') return [{ t: 'text', quote, list, c: item.c }];
  if (item.t !== 'table') return [item];
  const bar: WordInline = { t: 'text', v: ' | ' };
  return item.rows.map((row) => ({
    t: 'text',
    quote,
    list,
    c: row.flatMap((cell, column) => (column > 0 ? [bar, ...cell] : cell)),
  }));
}

function withoutNotes(references: FlattenedReferences): FlattenedReferences {
  return { ...references, references: null };
}

function collectDefinitions(
  root: Root,
  { definitions }: FlattenedReferences,
): Map<string, BlockNode[]> {
  const notes = new Map<string, BlockNode[]>();
  const pending: Nodes[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'definition' && !definitions.has(node.identifier))
      definitions.set(node.identifier, node.url);
    if (node.type === 'footnoteDefinition' && !notes.has(node.identifier))
      notes.set(node.identifier, node.children);
    if ('children' in node) pending.push(...node.children.toReversed());
  }
  return notes;
}

function flatten(node: BlockNode, place: WordPlace, state: FlatteningState): void {
  if (node.type === 'heading') flattenHeading(node, place, state);
  else if (node.type === 'paragraph') {
    const c = flattenInlines(node.children, state.references);
    if (tidyInlines(c).length > 0) state.put({ t: 'text', ...place, c });
  } else if (node.type === 'code') flattenCode(node, place, state);
  else if (node.type === 'list') flattenList(node, place, state);
  else if (node.type === 'table') flattenTable(node, place, state);
  else if (node.type === 'thematicBreak') state.put({ t: 'rule', ...place });
  else if (node.type === 'html' && !/^<!--[\s\S]*-->\s*$/.test(node.value)) {
    state.put({ t: 'code', ...place, v: xmlText(node.value) }, { isHtml: true });
  } else if (node.type === 'blockquote') {
    const inner = { ...place, quote: Math.min(place.quote + 1, deepest.quote) };
    for (const child of node.children) flatten(child, inner, state);
  }
}

function flattenHeading(node: Heading, place: WordPlace, state: FlatteningState): void {
  const c = flattenInlines(node.children, state.references);
  if (tidyInlines(c).length === 0) return;
  if (place.quote + place.list > 0) {
    state.put({ t: 'text', ...place, c: embolden(c) });
    return;
  }
  const { title } = state.source;
  const level =
    node === title ? titleLevel : Math.max(1, title === null ? node.depth : node.depth - 1);
  state.put({ t: 'heading', ...place, level, c }, { depth: node.depth });
}

function embolden(c: WordInline[]): WordInline[] {
  return c.map((inline) => (inline.t === 'text' ? { ...inline, bold: true } : inline));
}

function flattenCode(node: Code, place: WordPlace, state: FlatteningState): void {
  if (node.lang === 'chart') {
    state.charts.push(node.value);
    const picture = {
      t: 'picture' as const,
      ...place,
      name: `chart-${state.charts.length}`,
      alt: '',
    };
    state.put(picture, { chart: node.value });
    return;
  }
  const info = [node.lang, node.meta].filter(Boolean).join(' ');
  state.put({ t: 'code', ...place, v: xmlText(node.value) }, info === '' ? {} : { info });
}

function flattenList(node: List, outer: WordPlace, state: FlatteningState): void {
  const place = { ...outer, list: Math.min(outer.list + 1, deepest.list) };
  const list = {
    ordered: node.ordered ?? false,
    series: state.nextSeries(),
    start: Math.min(node.start ?? 1, 30_000),
  };
  for (const { children, checked, spread } of node.children) {
    const [first, ...rest] = children;
    const opens = first?.type === 'paragraph' || first?.type === 'heading';
    const words = opens ? flattenInlines(first.children, state.references) : [];
    const c = first?.type === 'heading' ? embolden(words) : words;
    const box: WordInline[] =
      checked === null || checked === undefined ? [] : [{ t: 'text', v: checked ? '☑ ' : '☐ ' }];
    const source =
      first?.type === 'paragraph' && place.quote === 0
        ? sourceOf(first, state.source.markdown)
        : undefined;
    const looseness = {
      ...(node.spread && { isLoose: true as const }),
      ...(spread && { isSpread: true as const }),
    };
    const origin = { ...looseness, ...(source !== undefined && { source }) };
    state.put({ t: 'entry', ...place, ...list, c: [...box, ...c] }, origin);
    for (const child of opens ? rest : children) flatten(child, place, state);
  }
}

function sourceOf({ position }: Nodes, markdown: string): string {
  const source = markdown.slice(position?.start.offset, position?.end.offset);
  return source.replaceAll(/\r?\n[ \t]*/g, '\n');
}

function flattenTable(node: Table, place: WordPlace, state: FlatteningState): void {
  const columns = node.children[0]?.children.length ?? 0;
  const rows = node.children.map((row) =>
    Array.from({ length: columns }, (_, column) =>
      flattenInlines(row.children[column]?.children ?? [], state.references),
    ),
  );
  const align = Array.from({ length: columns }, (_, column) => node.align?.[column] ?? null);
  const isPlain = place.quote + place.list === 0;
  const lines = isPlain
    ? state.source.markdown.slice(node.position?.start.offset, node.position?.end.offset)
    : null;
  state.put(
    { t: 'table', ...place, align, rows },
    lines === null ? {} : { lines: lines.split(/\r?\n/) },
  );
}

/** The targets of the inlines of a document. */
interface FlattenedReferences {
  /** Addresses by the identifiers of their definitions. */
  definitions: Map<string, string>;
  /** Labels of the notes that the text calls, in order; null within notes. */
  references: string[] | null;
  /** Addresses of the embedded images so far. */
  images: string[];
}

/**
 * Longer addresses do not become links: references could repeat an address of a megabyte 100,000
 * times.
 */
const maxUrlLength = 2_000;

/**
 * Removes what XML cannot hold: control characters, noncharacters and halves of surrogate pairs.
 */
function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\p{Cc}--[\n\t]]/gv, '')
    .replaceAll(/\ufffe|\uffff/g, '');
}

/**
 * Turns the content of a paragraph into a flat list of inlines. Nested marks are combined; comments
 * are left out.
 */
function flattenInlines(nodes: PhrasingContent[], references: FlattenedReferences): WordInline[] {
  return nodes.flatMap((node) => flattenInline(node, {}, references));
}

function flattenInline(
  node: PhrasingContent,
  marks: WordMarks,
  references: FlattenedReferences,
): WordInline[] {
  const inside = (children: PhrasingContent[], added: WordMarks) =>
    children.flatMap((child) => flattenInline(child, { ...marks, ...added }, references));
  const text = (v: string, added: WordMarks = {}): WordInline[] => [
    { t: 'text', v: xmlText(v), ...marks, ...added },
  ];
  switch (node.type) {
    case 'text':
      return text(node.value);
    case 'inlineCode':
      return text(node.value, { code: true });
    case 'html':
      if (/^<br\s*\/?>$/i.test(node.value)) return [{ t: 'break' }];
      return node.value.startsWith('<!--') ? [] : text(node.value, { html: true });
    case 'strong':
      return inside(node.children, { bold: true });
    case 'emphasis':
      return inside(node.children, { italic: true });
    case 'delete':
      return inside(node.children, { strike: true });
    case 'break':
      return [{ t: 'break' }];
    case 'link':
      return inside(node.children, linkTo(node.url));
    case 'linkReference':
      return inside(node.children, linkTo(references.definitions.get(node.identifier) ?? ''));
    case 'image':
    case 'imageReference':
      return flattenImage(node, marks, references);
    case 'footnoteReference':
      if (references.references?.includes(node.identifier) === false)
        references.references.push(node.identifier);
      return [{ t: 'note', label: node.identifier }];
  }
  return text(plainText(node));
}

/** Returns a link to an address that is safe to follow from Word. Others stay text. */
function linkTo(address: string): WordMarks {
  const url = address.length > maxUrlLength ? null : URL.parse(address);
  const isSafe = url !== null && ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol);
  return isSafe ? { url: url.href } : {};
}

/**
 * An embedded image is a picture; another becomes a link with its text, because nothing is fetched.
 */
function flattenImage(
  node: Image | ImageReference,
  marks: WordMarks,
  { definitions, images }: FlattenedReferences,
): WordInline[] {
  const url = node.type === 'image' ? node.url : (definitions.get(node.identifier) ?? '');
  const alt = xmlText(node.alt ?? '').trim();
  if (!url.startsWith('data:')) {
    return [
      {
        t: 'text',
        v: `[Image: ${alt || 'without a name'}]`,
        ...marks,
        italic: true,
        ...linkTo(url),
      },
    ];
  }
  images.push(url);
  return [{ t: 'picture', name: `image-${images.length}`, alt }];
}
