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
      flat.slice(Math.max(0, start - 24), start),
    );
  const afterColon = spans.findIndex((span) => /[:：]\s*$/.test(flat.slice(Math.max(0, span.start - 4), span.start)));
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
  const head = quotes.map(({ start }, index) => flat.slice(index === 0 ? 0 : quotes[index - 1]?.end, start));
  return { head: withoutEnd(head.join('') + flat.slice(quotes.at(-1)?.end)), readings };
}

/** Cuts the signs at the end of a head, and the word for a table before them. */
function withoutEnd(head: string): string {
  const trim = (text: string) => {
    let end = text.length;
    while (end > 0 && /[\s:：,;.–—-]/u.test(text.charAt(end - 1))) end -= 1;
    return text.slice(0, end);
  };
  const plain = trim(head);
  const word = /[:：]\s?(?:table|tabelle|tableau|tabla|表)$/iu.exec(plain.slice(-12));
  return (word ? trim(plain.slice(0, plain.length - word[0].length)) : plain).trim();
}
