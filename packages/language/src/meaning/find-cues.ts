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

/** The entries of a list that may match a word: by its first two letters, or any word for those that begin with `*`. */
interface Index {
  byStart: Map<string, string[]>;
  anywhere: string[];
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
  const lower = toLower(text);
  let done = 0;
  for (const match of text.matchAll(token)) {
    const start = match.index;
    if (start < done) continue;
    const key = lower.slice(start, start + Math.min(2, match[0].length));
    for (const entry of [...(byStart.get(key) ?? []), ...anywhere]) {
      const end = matchEntry(lower, start, entry);
      if (end <= start) continue;
      add(start, text.slice(start, end));
      done = end;
      break;
    }
  }
}

function makeIndex(lists: CueWords, language: Language | null): Index {
  const western = (['en', 'de', 'fr', 'es'] as const).filter((one) => language === null || one === language);
  const entries = western
    .flatMap((one) => split(lists[one].toLowerCase()))
    .sort((one, other) => other.length - one.length);
  const index: Index = { byStart: new Map(), anywhere: [], japanese: null };
  for (const entry of entries) {
    const start = /^[\p{L}\p{N}%]{1,2}(?!\*)/u.exec(entry)?.[0];
    const key = start !== undefined && (start.length === 2 || !/^.\*/u.test(entry)) ? start : null;
    if (key === null) index.anywhere.push(entry);
    else index.byStart.set(key, [...(index.byStart.get(key) ?? []), entry]);
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

/** Returns the text in lower case. Letters whose lower case is longer stay, so that places are the same. */
function toLower(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/\p{Lu}/gu, (letter) => sameLength(letter));
}

function sameLength(letter: string): string {
  const lower = letter.toLowerCase();
  return lower.length === letter.length ? lower : letter;
}

/**
 * Returns where an entry ends in a text that has it at a place, or -1. A space stands for any white space between
 * words, an apostrophe for either kind, an asterisk for letters. After a letter no other letter or digit may follow.
 * Patterns did the same, but each took a millisecond to compile.
 */
function matchEntry(text: string, start: number, entry: string, from = 0): number {
  let at = start;
  for (let index = from; index < entry.length; index += 1) {
    const sign = entry.charAt(index);
    if (sign === '*') return matchLetters(text, at, entry, index + 1);
    const found = text.charAt(at);
    if (sign === ' ') {
      if (!/\s/.test(found)) return -1;
      while (/\s/.test(text.charAt(at))) at += 1;
    } else if (sign === found || (sign === "'" && found === '’')) at += 1;
    else return -1;
  }
  return /[\p{L}*]$/u.test(entry) && /[\p{L}\p{N}]/u.test(text.charAt(at)) ? -1 : at;
}

/** Matches the rest of an entry after as many letters as it allows. */
function matchLetters(text: string, start: number, entry: string, rest: number): number {
  let at = start;
  while (/\p{L}/u.test(text.charAt(at))) at += 1;
  for (; at >= start; at -= 1) {
    const end = matchEntry(text, at, entry, rest);
    if (end !== -1) return end;
  }
  return -1;
}
