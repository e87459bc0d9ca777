import type { BlockContent, Code, DefinitionContent, Heading, List, Nodes, Root, RootContent, Table } from 'mdast';
import { tidyInlines } from '../model/tidy-inlines.ts';
import { deepest, titleLevel, type WordInline, type WordItem, type WordPlace } from '../model/word-item.ts';
import type { BaseItem, BaseNote, ItemOrigin } from './base-document.ts';
import { type FlattenedReferences, flattenInlines, xmlText } from './flatten-inlines.ts';

type BlockNode = RootContent | BlockContent | DefinitionContent;

/** The document that is flattened, and the heading that is its title. */
export interface FlatteningSource {
  markdown: string;
  title: Heading | null;
}

/** Items of a document, filled unit by unit. */
export interface Flattening extends FlattenedReferences {
  items: BaseItem[];
  notes: Map<string, BaseNote>;
  charts: string[];
  /** Adds the items of a block of the top level and returns their number. */
  addUnit(node: RootContent, unit: number): number;
}

interface Walk {
  put(item: WordItem, origin?: ItemOrigin): void;
  source: FlatteningSource;
  references: FlattenedReferences;
  charts: string[];
  /** Counts the lists. */
  nextSeries(): string;
}

const topPlace: WordPlace = { quote: 0, list: 0 };

/** Creates the flattening of a document. The texts of footnotes are flattened at once. */
export function createFlattening(root: Root, source: FlatteningSource): Flattening {
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
    const walk = { put, source, references: withoutNotes(references), charts: [], nextSeries };
    for (const node of children) flatten(node, topPlace, walk);
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

function collectDefinitions(root: Root, { definitions }: FlattenedReferences): Map<string, BlockNode[]> {
  const notes = new Map<string, BlockNode[]>();
  const pending: Nodes[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node.url);
    if (node.type === 'footnoteDefinition' && !notes.has(node.identifier)) notes.set(node.identifier, node.children);
    if ('children' in node) pending.push(...node.children.toReversed());
  }
  return notes;
}

function flatten(node: BlockNode, place: WordPlace, walk: Walk): void {
  if (node.type === 'heading') flattenHeading(node, place, walk);
  else if (node.type === 'paragraph') {
    const c = flattenInlines(node.children, walk.references);
    if (tidyInlines(c).length > 0) walk.put({ t: 'text', ...place, c });
  } else if (node.type === 'code') flattenCode(node, place, walk);
  else if (node.type === 'list') flattenList(node, place, walk);
  else if (node.type === 'table') flattenTable(node, place, walk);
  else if (node.type === 'thematicBreak') walk.put({ t: 'rule', ...place });
  else if (node.type === 'html' && !/^<!--[\s\S]*-->\s*$/.test(node.value)) {
    walk.put({ t: 'code', ...place, v: xmlText(node.value) }, { isHtml: true });
  } else if (node.type === 'blockquote') {
    const inner = { ...place, quote: Math.min(place.quote + 1, deepest.quote) };
    for (const child of node.children) flatten(child, inner, walk);
  }
}

function flattenHeading(node: Heading, place: WordPlace, walk: Walk): void {
  const c = flattenInlines(node.children, walk.references);
  if (tidyInlines(c).length === 0) return;
  if (place.quote + place.list > 0) {
    walk.put({ t: 'text', ...place, c: embolden(c) });
    return;
  }
  const { title } = walk.source;
  const level = node === title ? titleLevel : Math.max(1, title === null ? node.depth : node.depth - 1);
  walk.put({ t: 'heading', ...place, level, c }, { depth: node.depth });
}

function embolden(c: WordInline[]): WordInline[] {
  return c.map((inline) => (inline.t === 'text' ? { ...inline, bold: true } : inline));
}

function flattenCode(node: Code, place: WordPlace, walk: Walk): void {
  if (node.lang === 'chart') {
    walk.charts.push(node.value);
    const picture = { t: 'picture' as const, ...place, name: `chart-${walk.charts.length}`, alt: '' };
    walk.put(picture, { chart: node.value });
    return;
  }
  const info = [node.lang, node.meta].filter(Boolean).join(' ');
  walk.put({ t: 'code', ...place, v: xmlText(node.value) }, info === '' ? {} : { info });
}

function flattenList(node: List, outer: WordPlace, walk: Walk): void {
  const place = { ...outer, list: Math.min(outer.list + 1, deepest.list) };
  const list = { ordered: node.ordered ?? false, series: walk.nextSeries(), start: Math.min(node.start ?? 1, 30_000) };
  for (const { children, checked, spread } of node.children) {
    const [first, ...rest] = children;
    const opens = first?.type === 'paragraph' || first?.type === 'heading';
    const words = opens ? flattenInlines(first.children, walk.references) : [];
    const c = first?.type === 'heading' ? embolden(words) : words;
    const box: WordInline[] =
      checked === null || checked === undefined ? [] : [{ t: 'text', v: checked ? '☑ ' : '☐ ' }];
    const source = first?.type === 'paragraph' && place.quote === 0 ? sourceOf(first, walk.source.markdown) : undefined;
    const looseness = { ...(node.spread && { isLoose: true as const }), ...(spread && { isSpread: true as const }) };
    const origin = { ...looseness, ...(source !== undefined && { source }) };
    walk.put({ t: 'entry', ...place, ...list, c: [...box, ...c] }, origin);
    for (const child of opens ? rest : children) flatten(child, place, walk);
  }
}

function sourceOf({ position }: Nodes, markdown: string): string {
  const source = markdown.slice(position?.start.offset, position?.end.offset);
  return source.replaceAll(/\r?\n[ \t]*/g, '\n');
}

function flattenTable(node: Table, place: WordPlace, walk: Walk): void {
  const columns = node.children[0]?.children.length ?? 0;
  const rows = node.children.map((row) =>
    Array.from({ length: columns }, (_, column) =>
      flattenInlines(row.children[column]?.children ?? [], walk.references),
    ),
  );
  const align = Array.from({ length: columns }, (_, column) => node.align?.[column] ?? null);
  const isPlain = place.quote + place.list === 0;
  const lines = isPlain ? walk.source.markdown.slice(node.position?.start.offset, node.position?.end.offset) : null;
  walk.put({ t: 'table', ...place, align, rows }, lines === null ? {} : { lines: lines.split(/\r?\n/) });
}
