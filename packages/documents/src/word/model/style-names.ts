import { deepest, type WordPlace } from './word-item.ts';

/** Kinds of paragraphs whose style tells how many lists and quotes are around them. */
export type PlacedKind = 'Text' | 'Entry' | 'Code' | 'Rule';

/** Names of styles for what is no content of the markdown: a cover, captions of charts. */
export const fixedPrefix = 'Fixed ';

/** Names of the styles of characters. */
export const characterStyles = { code: 'Code Text', html: 'Markup', noteGap: 'Fixed Note Gap' } as const;

/** Returns the name of the style of a paragraph, such as `Code in List 2 in Quote 1`. */
export function styleName(kind: PlacedKind, { list, quote }: WordPlace): string {
  if (kind === 'Text' && list + quote === 0) return 'Normal';
  if (kind === 'Text' && list === 0 && quote === 1) return 'Quote';
  if (kind === 'Entry' && quote === 0) return 'List Paragraph';
  const inList = list === 0 || kind === 'Entry' ? '' : ` in List ${list}`;
  return `${kind}${inList}${quote === 0 ? '' : ` in Quote ${quote}`}`;
}

/** Returns the id of a style, which is its name without spaces, as Word and LibreOffice make it. */
export function styleId(name: string): string {
  return name.replaceAll(' ', '');
}

/** Reads the kind and place from a style's name, in any case; null for a name that is not ours. */
export function readStyleName(name: string): ({ kind: PlacedKind } & WordPlace) | null {
  const lower = name.toLowerCase();
  if (lower === 'normal') return { kind: 'Text', list: 0, quote: 0 };
  if (lower === 'quote' || lower === 'intense quote') return { kind: 'Text', list: 0, quote: 1 };
  if (lower === 'list paragraph') return { kind: 'Entry', list: 1, quote: 0 };
  const match = /^(text|entry|code|rule)(?: in list (\d))?(?: in quote (\d))?$/.exec(lower);
  const kind = kinds.find((known) => known.toLowerCase() === match?.[1]);
  if (!match || kind === undefined) return null;
  return {
    kind,
    list: Math.min(Number(match[2] ?? 0), deepest.list),
    quote: Math.min(Number(match[3] ?? 0), deepest.quote),
  };
}

const kinds: PlacedKind[] = ['Text', 'Entry', 'Code', 'Rule'];
