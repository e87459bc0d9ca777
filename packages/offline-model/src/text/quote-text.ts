import type { Language } from '@ecp/language/language';

/** Double quotation marks by language. A straight mark after a letter or digit means inches and opens no quotation. */
const pairs =
  /“([^“”]*)”|„([^„“”]*)[“”]|«\s?([^«»]*?)\s?»|「([^「」]*)」|(?<![\p{L}\p{N}])"(?=\S)([^"]*?)(?<=\S)"(?![\p{L}\p{N}])/gu;
const isOnePair = new RegExp(`^(?:${pairs.source})$`, 'u');
const groups = 5;

/** A pattern of words in double quotation marks of any language, and the number of its groups. */
export const quotation = { source: pairs.source, groups };

/** The outer and the inner marks of each language. */
const marks: Record<Language, { outer: [string, string]; inner: [string, string] }> = {
  en: { outer: ['“', '”'], inner: ['‘', '’'] },
  de: { outer: ['„', '“'], inner: ['‚', '‘'] },
  fr: { outer: ['«\u202f', '\u202f»'], inner: ['“', '”'] },
  es: { outer: ['«', '»'], inner: ['“', '”'] },
  ja: { outer: ['「', '」'], inner: ['『', '』'] },
};

/** Puts the quotation marks of a language around words of the material. Inner quotations get the inner marks. */
export function quoteText(words: string, language: Language): string {
  const [open, close] = marks[language].outer;
  return `${open}${nestQuotes(words, language)}${close}`;
}

/** Prepares words for quotation marks: only the marks inside them change, as in print. */
export function nestQuotes(words: string, language: Language): string {
  const [, ...inside] = isOnePair.exec(words) ?? [];
  const alone = inside.find((part) => part !== undefined);
  if (alone !== undefined) return alone;
  const [open, close] = marks[language].inner;
  return words.replace(pairs, (_all, ...parts: (string | undefined)[]) => {
    return `${open}${parts.slice(0, groups).find((part) => part !== undefined) ?? ''}${close}`;
  });
}
