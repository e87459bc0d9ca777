import { perLocale, shownLanguage, shownLocale } from '../language/language.ts';
import { t } from '../language/translate.ts';

/** Turns a slug or filename into words: `market-scan` or `market-scan.md` into “Market scan”. */
export function nameSlug(slug: string): string {
  const words = slug.replace(/\.md$/, '').replaceAll(/[-_]+/g, ' ').trim();
  return words === '' ? slug : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const conjunction = perLocale((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }));

export const joinWords = (words: readonly string[]): string => conjunction().format(words);

/** Writes a label before what it names, with the colon of the language. */
export const labelled = (label: string, value: string): string => t('{label}: {value}', { label, value });

/** Writes a label as it stands within a sentence: in small letters, but not in German, which writes nouns large. */
export const withinSentence = (label: string): string =>
  shownLanguage() === 'de' ? label : label.toLocaleLowerCase(shownLocale());

/** Whether a text contains every typed word, in any order and case. */
export function hasEveryWord(text: string, typed: string): boolean {
  const low = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => low.includes(word));
}

/** Returns the name of a language in the words of another one, as it begins a line: “Español”. */
export function nameLanguage(language: string, within: string): string {
  const name = new Intl.DisplayNames(within, { type: 'language' }).of(language) ?? language;
  return `${name.charAt(0).toLocaleUpperCase(within)}${name.slice(1)}`;
}
