import { fixedPrefix, type PlacedKind, readStyleName } from '../model/style-names.ts';
import { deepest, titleLevel, type WordPlace } from '../model/word-item.ts';
import type { WordParts, WordStyle } from './read-parts.ts';
import { childOf, readValue, type XmlElement } from './xml-tree.ts';

/** The kind of a paragraph, by its style, its numbering and its outline level. */
export type ParagraphKind =
  | { kind: 'heading'; level: number; place: ListPlace | null }
  | { kind: 'fixed'; isGap: boolean }
  | { kind: 'contents' }
  | ({ kind: Lowercase<PlacedKind> } & WordPlace & { series: string; ordered: boolean; place: ListPlace | null });

/** The list that numbers a paragraph, and the level, from 0. */
export interface ListPlace {
  list: string;
  level: number;
}

const codeNames = new Set(['html preformatted', 'preformatted text', 'source code', 'plain text']);
const contentsName = /^(?:toc (?:\d|heading)|contents(?: heading| \d)?|table of (?:figures|contents))$/;
/** Styles are based on others at most this often. */
const longestChain = 12;

/** Tells what a paragraph is. */
export function classifyParagraph(properties: XmlElement | undefined, parts: WordParts): ParagraphKind {
  const styleId = readValue(childOf(properties, 'w:pStyle'));
  const chain = chainOf(styleId, parts);
  const place = findList(properties, chain, parts);
  // A file without definitions of its styles still names them: "Heading2".
  const names = chain.length > 0 ? chain.map(({ name }) => name) : [(styleId ?? '').replace(/(?<=[a-z])(?=\d$)/i, ' ')];
  for (const name of names) {
    const kind = kindOfName(name.toLowerCase());
    if (kind) return kind.kind === 'heading' ? { ...kind, place } : kind;
  }
  const ownOutline = readValue(childOf(properties, 'w:outlineLvl'));
  const outline = ownOutline === null ? chain.find((style) => style.outline !== null)?.outline : Number(ownOutline);
  if (typeof outline === 'number' && outline < 9) return { kind: 'heading', level: Math.min(outline + 1, 6), place };
  const named = chain.flatMap(({ name }) => placedKindOf(name) ?? []);
  const { kind, list, quote } = named[0] ?? { kind: 'Text', list: 0, quote: 0 };
  if (place === null || kind === 'Code' || kind === 'Rule') {
    const isLoneEntry = kind === 'Entry';
    const plain = isLoneEntry ? ('text' as const) : (kind.toLowerCase() as Lowercase<PlacedKind>);
    return { kind: plain, list: isLoneEntry ? 0 : list, quote, series: '', ordered: false, place: null };
  }
  const { list: series, level } = place;
  const depth = Math.min(Math.max(level, 0) + 1, deepest.list);
  return { kind: 'entry', list: depth, quote, series, ordered: parts.lists.isOrdered(series, level), place };
}

/** Finds the list of a paragraph, by its own numbering or by that of its style. List 0 is none. */
function findList(
  properties: XmlElement | undefined,
  chain: readonly (WordStyle & { id: string })[],
  { lists }: WordParts,
): ListPlace | null {
  const own = childOf(properties, 'w:numPr');
  const inherited = chain.find((style) => style.numbering !== null);
  const list = readValue(childOf(own, 'w:numId')) ?? inherited?.numbering ?? '0';
  if (list === '0') return null;
  const level = readValue(childOf(own, 'w:ilvl'));
  if (level !== null) return { list, level: Number(level) || 0 };
  const known = chain.find((style) => style.level !== null)?.level;
  return { list, level: known ?? (inherited ? lists.levelOfStyle(list, inherited.id) : 0) };
}

function chainOf(id: string | null, { styles }: WordParts) {
  const chain = [];
  for (let next = id; next !== null && chain.length < longestChain; ) {
    const style = styles.get(next);
    if (!style) break;
    chain.push({ ...style, id: next });
    next = style.basedOn;
  }
  return chain;
}

function kindOfName(name: string): ParagraphKind | null {
  if (name === 'title') return { kind: 'heading', level: titleLevel, place: null };
  const level = /^heading (\d)$/.exec(name)?.[1];
  if (level !== undefined) return { kind: 'heading', level: Math.min(Math.max(Number(level), 1), 6), place: null };
  if (contentsName.test(name)) return { kind: 'contents' };
  const fixed = fixedPrefix.toLowerCase();
  return name.startsWith(fixed) ? { kind: 'fixed', isGap: name === `${fixed}table gap` } : null;
}

/** Other styles than ours tell nothing; their bases may. Normal, on which all are based, comes last in a chain. */
function placedKindOf(name: string): ({ kind: PlacedKind } & WordPlace) | null {
  if (codeNames.has(name.toLowerCase())) return { kind: 'Code', list: 0, quote: 0 };
  return readStyleName(name);
}
