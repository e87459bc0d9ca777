import type { Definition } from './parse-document.ts';
import { findQuotedSpans } from './quoted-spans.ts';

/** The content of a footnote: the words that name the source and place, and the quoted words. */
export interface Footnote {
  head: string;
  /** Ways to read the quoted words, most likely first. Each is a list of quotes that the source must all contain. */
  readings: string[][];
}

const lastMark = /[”"“»«’‘」』][\s.)\]]*$/;

/**
 * Reads a definition: `<title>, <location>: “words”`. Text in quotation marks before the colon belongs to the title.
 * If there is no colon, words in quotation marks are a quote unless they name a source.
 * @param isTitle returns whether words name a source
 */
export function readFootnote({ text }: Definition, isTitle: (words: string) => boolean): Footnote {
  const flat = text.replace(/\s+/g, ' ').trim();
  const spans = findQuotedSpans(flat);
  const isNamed = (start: number) =>
    /(?:section|sheet|tab|chapter|abschnitt|blatt|kapitel|source|deliverable|quelle|chapitre|feuille|onglet|sección|capítulo|hoja|fuente|シート|節|章|出典)\s*$/i.test(
      flat.slice(0, start),
    );
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
  return head.replace(/(?:[:：]\s*(?:table|tabelle|tableau|tabla|表))?[\s:：,;.–—-]*$/iu, '').trim();
}
