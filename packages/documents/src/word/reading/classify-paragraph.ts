import { fixedPrefix, type PlacedKind, readStyleName } from '../model/style-names.ts';
import { deepest, titleLevel, type WordPlace } from '../model/word-item.ts';
import { readValue, type WordParts } from './read-parts.ts';
import { childOf, type XmlElement } from './xml-tree.ts';

/** The kind of a paragraph, by its style, its numbering and its outline level. */
export type ParagraphKind =
  | { kind: 'heading'; level: number }
  | { kind: 'fixed'; isGap: boolean }
  | { kind: 'contents' }
  | ({ kind: Lowercase<PlacedKind> } & WordPlace & { series: string; ordered: boolean });

const codeNames = new Set(['html preformatted', 'preformatted text', 'source code', 'plain text']);
const contentsName = /^(?:toc (?:\d|heading)|contents(?: heading| \d)?|table of (?:figures|contents))$/;
/** Styles are based on others at most this often. */
const longestChain = 12;

/** Tells what a paragraph is. */
export function classifyParagraph(properties: XmlElement | undefined, parts: WordParts): ParagraphKind {
  const chain = chainOf(readValue(childOf(properties, 'w:pStyle')), parts);
  for (const { name } of chain) {
    const kind = kindOfName(name.toLowerCase());
    if (kind) return kind;
  }
  const ownOutline = readValue(childOf(properties, 'w:outlineLvl'));
  const outline = ownOutline === null ? chain.find((style) => style.outline !== null)?.outline : Number(ownOutline);
  if (typeof outline === 'number' && outline < 9) return { kind: 'heading', level: Math.min(outline + 1, 6) };
  const named = chain.flatMap(({ name }) => placedKindOf(name) ?? []);
  const { kind, list, quote } = named[0] ?? { kind: 'Text', list: 0, quote: 0 };
  const numbering = childOf(properties, 'w:numPr');
  const inherited = chain.find((style) => style.numbering !== null)?.numbering;
  const series = readValue(childOf(numbering, 'w:numId')) ?? inherited ?? '0';
  if (series === '0' || kind === 'Code' || kind === 'Rule') {
    const isLoneEntry = kind === 'Entry';
    const plain = isLoneEntry ? ('text' as const) : (kind.toLowerCase() as Lowercase<PlacedKind>);
    return { kind: plain, list: isLoneEntry ? 0 : list, quote, series: '', ordered: false };
  }
  const level = Number(readValue(childOf(numbering, 'w:ilvl')) ?? 0) || 0;
  const depth = Math.min(Math.max(level, 0) + 1, deepest.list);
  return { kind: 'entry', list: depth, quote, series, ordered: parts.isOrdered(series, level) };
}

function chainOf(id: string | null, { styles }: WordParts) {
  const chain = [];
  for (let next = id; next !== null && chain.length < longestChain; ) {
    const style = styles.get(next);
    if (!style) break;
    chain.push(style);
    next = style.basedOn;
  }
  return chain;
}

function kindOfName(name: string): ParagraphKind | null {
  if (name === 'title') return { kind: 'heading', level: titleLevel };
  const level = /^heading (\d)$/.exec(name)?.[1];
  if (level !== undefined) return { kind: 'heading', level: Math.min(Math.max(Number(level), 1), 6) };
  if (contentsName.test(name)) return { kind: 'contents' };
  const fixed = fixedPrefix.toLowerCase();
  return name.startsWith(fixed) ? { kind: 'fixed', isGap: name === `${fixed}table gap` } : null;
}

/** Other styles than ours tell nothing; their bases may. Normal, on which all are based, comes last in a chain. */
function placedKindOf(name: string): ({ kind: PlacedKind } & WordPlace) | null {
  if (codeNames.has(name.toLowerCase())) return { kind: 'Code', list: 0, quote: 0 };
  return readStyleName(name);
}
