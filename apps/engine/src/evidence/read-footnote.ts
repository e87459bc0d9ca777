import type { Definition } from './parse-document.ts';
import { findQuotedSpans } from './quoted-spans.ts';

/** What a footnote says: the words that name the source and its place, and the words that are quoted from it. */
export interface Footnote {
  head: string;
  /** Ways to read the quoted words, likeliest first: each way is a list of quotes that must all stand. */
  readings: string[][];
}

const lastMark = /[”"“»«’‘」』][\s.)\]]*$/;

/**
 * Reads a definition: `<title>, <location>: “words”`. What stands in quotation marks before the colon belongs to the
 * title; words without a colon before them are quoted too, unless they name a source.
 * @param isTitle tells whether words name a source
 */
export function readFootnote({ text }: Definition, isTitle: (words: string) => boolean): Footnote {
  const flat = text.replace(/\s+/g, ' ').trim();
  const spans = findQuotedSpans(flat);
  const isNamed = (start: number) =>
    /(?:section|sheet|tab|chapter|abschnitt|blatt|kapitel|source|deliverable|quelle)\s*$/i.test(flat.slice(0, start));
  const afterColon = spans.findIndex((span) => /[:：]\s*$/.test(flat.slice(0, span.start)));
  const quotes =
    afterColon !== -1
      ? spans.slice(afterColon)
      : spans.filter(({ start, words }) => !isNamed(start) && !isTitle(words));
  const [first] = quotes;
  if (!first) return { head: withoutEnd(flat), readings: [] };
  const each = quotes.map(({ words }) => words);
  const whole = lastMark.test(flat) && quotes.length > 1 ? flat.slice(first.start + 1).replace(lastMark, '') : null;
  const readings = whole === null ? [each] : [each, [whole]];
  if (afterColon !== -1) return { head: withoutEnd(flat.slice(0, first.start)), readings };
  const head = quotes.toReversed().reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), flat);
  return { head: withoutEnd(head), readings };
}

function withoutEnd(head: string): string {
  return head.replace(/(?:[:：]\s*(?:table|tabelle|tableau|tabla))?[\s:：,;.–—-]*$/iu, '').trim();
}
