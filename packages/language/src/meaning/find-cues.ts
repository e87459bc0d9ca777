import type { Language } from '../language.ts';

/**
 * Words that carry a meaning, by language. They are separated by `|`; an asterisk stands for any letters, so that
 * inflected forms count. Japanese has no spaces, so its entries are patterns that count anywhere.
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

/** An entry with its pattern, which is compiled at the first use: all of them at once take a tenth of a second. */
interface Form {
  entry: string;
  pattern: RegExp | null;
}

/** The entries of a list that may match a word: by its first two letters, or any word for those that begin with `*`. */
interface Index {
  byStart: Map<string, Form[]>;
  anywhere: Form[];
  japanese: RegExp | null;
}

const token = /[\p{L}\p{N}%]+/gu;

/** Makes the search for a list of words. Its time is linear in the text: each word is compared with a few entries. */
export function compileCues(lists: CueWords): FindCues {
  const indexes = new Map<Language | null, Index>();
  return (text, language) => {
    const index = indexes.get(language) ?? makeIndex(lists, language);
    indexes.set(language, index);
    const found: FoundCue[] = [];
    const add = (start: number, words: string) => found.push({ start, end: start + words.length, words });
    if (index.byStart.size + index.anywhere.length > 0) findWords(text, index, add);
    if (index.japanese !== null) for (const match of text.matchAll(index.japanese)) add(match.index, match[0]);
    return found;
  };
}

function findWords(text: string, { byStart, anywhere }: Index, add: (start: number, words: string) => void): void {
  let done = 0;
  for (const match of text.matchAll(token)) {
    if (match.index < done) continue;
    for (const form of [...(byStart.get(match[0].slice(0, 2).toLowerCase()) ?? []), ...anywhere]) {
      form.pattern ??= new RegExp(toPattern(form.entry), 'iuy');
      form.pattern.lastIndex = match.index;
      const words = form.pattern.exec(text)?.[0];
      if (words === undefined || words === '') continue;
      add(match.index, words);
      done = match.index + words.length;
      break;
    }
  }
}

function makeIndex(lists: CueWords, language: Language | null): Index {
  const western = (['en', 'de', 'fr', 'es'] as const).filter((one) => language === null || one === language);
  const entries = western.flatMap((one) => split(lists[one])).sort((one, other) => other.length - one.length);
  const index: Index = { byStart: new Map(), anywhere: [], japanese: null };
  for (const entry of entries) {
    const form = { entry, pattern: null };
    const start = /^[\p{L}\p{N}%]{1,2}(?!\*)/u.exec(entry)?.[0].toLowerCase();
    const key = start !== undefined && (start.length === 2 || !/^.\*/u.test(entry)) ? start : null;
    if (key === null) index.anywhere.push(form);
    else index.byStart.set(key, [...(index.byStart.get(key) ?? []), form]);
  }
  const eastern = language === null || language === 'ja' ? split(lists.ja) : [];
  if (eastern.length > 0) index.japanese = new RegExp(eastern.join('|'), 'giu');
  return index;
}

const split = (list: string): string[] =>
  list
    .split('|')
    .map((word) => word.trim().replace(/\s+/g, ' '))
    .filter((word) => word !== '');

/** A phrase as a pattern: any white space between words, either apostrophe, and letters for an asterisk. */
function toPattern(word: string): string {
  const escaped = RegExp.escape(word.replaceAll('*', '\u0001'))
    .replaceAll('\\x20', '[\\s\\u00a0]+')
    .replaceAll('\\x27', "['’]")
    .replaceAll('\u0001', '\\p{L}*');
  return /[\p{L}*]$/u.test(word) ? `${escaped}(?![\\p{L}\\p{N}])` : escaped;
}
