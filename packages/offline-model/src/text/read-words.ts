import { instructionWords, stopwords } from './stopwords.ts';

/** One topical word: its stem for comparison, and its form in the text. */
export interface Word {
  stem: string;
  shown: string;
}

const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
const unspacedPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const maxWordLength = 40;

/** Reads the words of a line without stopwords. Scripts without spaces give pairs of characters. */
export function readWords(text: string): Word[] {
  const words: Word[] = [];
  for (const [shown] of text.matchAll(wordPattern)) {
    if (unspacedPattern.test(shown)) pushPairs(shown.slice(0, maxWordLength * 5), words);
    else {
      const lower = shown.slice(0, maxWordLength).toLowerCase();
      if ((lower.length > 1 || /\p{N}/u.test(lower)) && !stopwords.has(lower))
        words.push({ stem: stemWord(lower), shown });
    }
  }
  return words;
}

/** Reads the stems of a line, in order, repeats included. */
export function readStems(text: string): string[] {
  return readWords(text).map((word) => word.stem);
}

/** Reads the words that name a topic in order of first use: no stopwords, no words that order work, each stem once. */
export function readTopicWords(text: string): Word[] {
  const seen = new Map<string, Word>();
  for (const word of readWords(text)) {
    if (isTopicWord(word) && !seen.has(word.stem)) seen.set(word.stem, word);
  }
  return [...seen.values()];
}

/** True unless the word orders work ("assess", "report") or is a bare number. */
export function isTopicWord(word: Word): boolean {
  const lower = word.shown.toLowerCase();
  return (
    !/^\p{N}+$/u.test(lower) &&
    !instructionWords.has(lower) &&
    !instructionWords.has(lower.replace(/(?:s|ed|ing)$/, ''))
  );
}

/** Reduces the forms of a word to one stem: prices, priced and pricing all give "pric". */
export function stemWord(lower: string): string {
  if (lower.length < 4 || /\d/.test(lower)) return lower;
  const singular = lower.replace(/ies$/, 'y').replace(/(?<=[^su])s$/, '');
  const base = singular.length > 5 ? singular.replace(/(?:ing|ed)$/, '') : singular;
  return base.length > 3 ? base.replace(/e$/, '') : base;
}

function pushPairs(run: string, words: Word[]): void {
  const characters = [...run];
  for (let index = 0; index + 1 < characters.length; index += 1) {
    const pair = `${characters[index]}${characters[index + 1]}`;
    words.push({ stem: pair, shown: pair });
  }
}
