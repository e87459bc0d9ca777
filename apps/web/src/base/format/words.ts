import { perLocale, shownLanguage, shownLocale } from '../language/language.ts';
import { t } from '../language/translate.ts';

/** Turns a slug or filename into words: `market-scan` or `market-scan.md` into “Market scan”. */
export function nameSlug(slug: string): string {
  const words = slug.replace(/\.md$/, '').replaceAll(/[-_]+/g, ' ').trim();
  return words === '' ? slug : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/**
 * Returns the title of a document in words. The service gives the filename of a document without a
 * heading.
 */
export const nameDocument = (filename: string, title: string | null): string =>
  title === null || title === filename ? nameSlug(filename) : title;

const conjunction = perLocale((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }));

export const joinWords = (words: readonly string[]): string => conjunction().format(words);

/** Writes a label before what it names, with the colon of the language. */
export const labelled = (label: string, value: string): string =>
  t('{label}: {value}', { label, value });

type Words = readonly (string | false | null | undefined)[];
const combine = (words: Words, join: (before: string, next: string) => string): string =>
  words.reduce<string>(
    (before, next) => (next ? (before === '' ? next : join(before, next)) : before),
    '',
  );

/** Lists words without “and”, with the comma of the language. Leaves out what is empty. */
export const listed = (words: Words): string =>
  combine(words, (list, next) => t('{list}, {next}', { list, next }));

/** Ends words with the full stop of the language. */
export const sentence = (said: string): string => t('{said}.', { said });

/** Writes sentences one after another, spaced as in the language. Leaves out what is empty. */
export const sentences = (said: Words): string =>
  combine(said, (before, next) => t('{before} {next}', { before, next }));

/** Ends a label with the colon of the language. */
export const withColon = (label: string): string => t('{label}:', { label });

/**
 * Says where in a source something stands: the service names a place in English, like `page 3` or
 * `sheet Costs`.
 */
export function namePlace(place: string): string {
  const [, kind, name = ''] = /^(page|slide|sheet|section) (.+)$/su.exec(place) ?? [];
  if (kind === 'page') return t('page {name}', { name });
  if (kind === 'slide') return t('slide {name}', { name });
  if (kind === 'sheet') return t('sheet {name}', { name });
  return kind === 'section' ? t('section {name}', { name }) : place;
}

/**
 * Writes a label as it stands within a sentence: in small letters, but not in German, which writes
 * nouns large.
 */
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

/** The words that a person reads in a minute. */
const wordsPerMinute = 230;

/** Returns the whole minutes that a text of so many words takes to read, at least one. */
export const minutesToRead = (words: number): number =>
  Math.max(1, Math.ceil(words / wordsPerMinute));
