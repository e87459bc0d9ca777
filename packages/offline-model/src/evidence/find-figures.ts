import { clipText } from '../text/clean-line.ts';
import type { Passage } from './passage.ts';

export type FigureKind = 'money' | 'share' | 'date' | 'period' | 'count';

/** A number of the material with the words around it, both verbatim. */
export interface Figure {
  shown: string;
  kind: FigureKind;
  context: string;
  passage: Passage;
}

const number = String.raw`\d[\d.,]*\d|\d`;
const scale = String.raw`(?:\s?(?:million|billion|trillion|thousand|mn|bn|tn|Mio\.?|Mrd\.?|[kKmMbB](?![\p{L}])))?`;
const months =
  'January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec';
const currency = String.raw`(?:[$€£¥₹₩]|\b(?:USD|EUR|GBP|CHF|JPY|CAD|AUD|SEK|NOK|DKK|PLN|CNY|INR))`;
const figurePattern = new RegExp(
  [
    String.raw`(?<date>\bend of (?:19|20)\d{2}\b|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}\.?\s(?:${months})\.?(?:\s\d{4})?\b|\b(?:${months})\.?\s\d{1,2}(?:st|nd|rd|th)?(?:,?\s\d{4})?\b|\b(?:${months})\.?\s\d{4}\b|\b[QH][1-4][\s/]?(?:FY)?\s?(?:\d{4}|'?\d{2})?\b|\bFY\s?\d{2,4}\b|\b(?:in|by|since|until|of|from|before|after|during|for)\s(?:19|20)\d{2}\b|\b(?:19|20)\d{2}(?=[\s.,;:)–-]|$)(?!\s\p{L}+s\b))`,
    String.raw`(?<money>${currency}\s?(?:${number})${scale}(?:\s?[–-]\s?${currency}?\s?(?:${number})${scale})?|(?:${number})${scale}\s?(?:[€£¥]|(?:US\s)?dollars?\b|euros?\b|pounds\b|francs\b|USD\b|EUR\b|GBP\b|CHF\b))`,
    String.raw`(?<share>(?:${number})(?:\s?[–-]\s?(?:${number}))?\s?(?:%|‰|per\s?cent\b|percentage points\b|basis points\b|pp\b))`,
    String.raw`(?<period>(?:${number})(?:\s?[–-]\s?(?:${number}))?[\s-](?:minutes?|hours?|days?|weeks?|months?|quarters?|years?)\b)`,
    String.raw`(?<count>(?<![\p{L}\d.,/-])(?:${number})${scale}(?:\s(?:kg|km|g|t|l|ml|kW|MW|kWh|GWh|ha|sqm|m²|FTE|\p{L}{2,}s)(?!\p{L}))?)`,
  ].join('|'),
  'gu',
);
const kinds: FigureKind[] = ['date', 'money', 'share', 'period', 'count'];

/** Finds the figures of one passage: money, shares, dates, periods and counts, in reading order. */
export function findFigures(passage: Passage): Figure[] {
  const figures: Figure[] = [];
  if (!/\d/.test(passage.text)) return figures;
  for (const match of passage.text.matchAll(figurePattern)) {
    const found = kinds.find((name) => match.groups?.[name] !== undefined) ?? 'count';
    const year = found === 'count' ? readYear(match[0], passage.text.slice(0, match.index)) : null;
    const kind = year === null ? found : 'date';
    const shown = year ?? (kind === 'date' ? match[0].replace(/^(?!end)\p{Ll}+\s(?=\d{4}$)/u, '') : match[0]);
    figures.push({
      shown: shown.trim(),
      kind,
      context: readContext(passage.text, match.index, match[0].length),
      passage,
    });
  }
  return figures;
}

/** Returns the year in "In 2025 patients missed", where "2025 patients" is not a count. */
function readYear(shown: string, before: string): string | null {
  const year = /^(?:19|20)\d{2}(?=\s|$)/.exec(shown)?.[0];
  return year !== undefined && /\b(?:in|by|since|of|for|from|until|during)\s$/i.test(before) ? year : null;
}

/** Returns the clause around a figure, about 110 characters, cut between words. */
function readContext(text: string, index: number, length: number): string {
  const reach = 60;
  let start = Math.max(0, index - reach);
  if (start > 0) start = text.indexOf(' ', start) + 1 || start;
  if (start > index) start = index;
  const end = index + length + reach;
  // A cut between a figure and its scale would change the figure.
  const tail =
    end < text.length ? clipText(text.slice(start), end - start).replace(/\s\S*\d\S*\s…$/, ' …') : text.slice(start);
  return `${start > 0 ? '… ' : ''}${tail.toWellFormed()}`;
}

const numberToken = /\d(?:[\d.,]*\d)?/g;

/** Returns the plain numbers of a line ("1,200" as "1200"), to check that each is in the material. */
export function readNumbers(line: string): string[] {
  return (line.match(numberToken) ?? []).map((token) => token.replace(/[.,](?=\d{3}(?:\D|$))/g, '').replace(/,/g, '.'));
}
