import type { Language } from '../language.ts';

/**
 * Words that carry a meaning, by language. They are separated by `|`; an asterisk stands for any ending, so that inflected
 * forms count. Japanese has no spaces, so its words count anywhere.
 */
export type CueWords = Readonly<Record<Language, string>>;

/** A word or phrase of a text. */
export interface FoundCue {
  start: number;
  end: number;
  words: string;
}

/** Finds the words of a list in a text of a language. Null as the language accepts those of all languages. */
export type FindCues = (text: string, language: Language | null) => FoundCue[];

/** Makes the search for a list of words. */
export function compileCues(lists: CueWords): FindCues {
  const own = new Map<Language | null, RegExp>();
  const patternOf = (language: Language | null) => {
    const known = own.get(language);
    if (known) return known;
    const western = (['en', 'de', 'fr', 'es'] as const).filter((one) => language === null || one === language);
    const words = western.flatMap((one) => split(lists[one])).map(toPattern);
    const parts = words.length > 0 ? [`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`] : [];
    const eastern = language === null || language === 'ja' ? split(lists.ja) : [];
    const made = new RegExp([...parts, ...eastern].join('|') || '(?!)', 'giu');
    own.set(language, made);
    return made;
  };
  return (text, language) =>
    [...text.matchAll(patternOf(language))].map((match) => {
      return { start: match.index, end: match.index + match[0].length, words: match[0] };
    });
}

const split = (list: string): string[] =>
  list
    .split('|')
    .map((word) => word.trim().replace(/\s+/g, ' '))
    .filter((word) => word !== '');

/** A phrase as a pattern: any white space between words, either apostrophe, and an ending for an asterisk. */
function toPattern(word: string): string {
  const escaped = RegExp.escape(word.replaceAll('*', '\u0001'))
    .replaceAll('\\x20', '[\\s\\u00a0]+')
    .replaceAll('\\x27', "['’]")
    .replaceAll('\u0001', '\\p{L}*');
  return /[\p{L}*]$/u.test(word) ? `${escaped}(?![\\p{L}\\p{N}])` : escaped;
}
