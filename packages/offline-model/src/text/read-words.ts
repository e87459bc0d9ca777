import { orderWords, stopWords, weakWords } from './stop-words.ts';

/** One topical word: its stem for comparison, and its form in the text. */
export interface Word {
  stem: string;
  shown: string;
}

const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
const unspacedPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Particles and endings of Japanese. Words with a topic hold a Chinese character or are in katakana. */
const hiraganaOnly = /^[\p{Script=Hiragana}ー]+$/u;
const japaneseWords = new Intl.Segmenter('ja', { granularity: 'word' });
const maxWordLength = 40;
const maxRunLength = 2_000;
const leastStem = 4;

/** Reads the words of a line without stop words. Scripts without spaces are segmented. */
export function readWords(text: string): Word[] {
  const words: Word[] = [];
  for (const [shown] of text.matchAll(wordPattern)) {
    if (unspacedPattern.test(shown)) pushUnspaced(shown.slice(0, maxRunLength), words);
    else {
      const lower = shown.slice(0, maxWordLength).toLowerCase();
      if ((lower.length > 1 || /\p{N}/u.test(lower)) && !stopWords.has(lower))
        words.push({ stem: stemWord(lower), shown });
    }
  }
  return words;
}

/** Reads the stems of a line, in order, repeats included. */
export function readStems(text: string): string[] {
  return readWords(text).map((word) => word.stem);
}

/** Reads the words that name a topic in order of first use: no stop words, no words that order work, each stem once. */
export function readTopicWords(text: string): Word[] {
  const seen = new Map<string, Word>();
  for (const word of readWords(text)) {
    if (isTopicWord(word) && !seen.has(word.stem)) seen.set(word.stem, word);
  }
  return [...seen.values()];
}

/** True for a text whose first word orders work: "Compare the models". */
export function beginsWithOrder(text: string): boolean {
  for (const [shown] of text.slice(0, 200).matchAll(wordPattern)) {
    const lower = shown.toLowerCase();
    if (orderStems.has(stemWord(lower))) return true;
    if (!stopWords.has(lower)) return false;
  }
  return false;
}

/** True unless the word orders work ("assess", "prüfen") or is a bare number. */
export function isTopicWord({ shown, stem }: Word): boolean {
  return !/^\p{N}+$/u.test(shown) && !orderStems.has(stem);
}

/** Reduces the forms of a word in a European language to one stem: prices and pricing, Kosten and Kost. */
export function stemWord(lower: string): string {
  if (lower.length < leastStem || /\d/.test(lower)) return lower;
  const folded = isPlain.test(lower) ? lower : lower.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
  let stem = folded.endsWith('ies') ? `${folded.slice(0, -3)}y` : folded.replace(/(?<=[^siu])s$/, '');
  for (;;) {
    const left = stem.length - leastStem;
    const ending = endings.find((end) => end.length <= left && stem.endsWith(end));
    if (ending === undefined) return stem;
    stem = stem.slice(0, -ending.length);
  }
}

const isPlain = /^[a-z]+$/;
const endings = ['ing', 'ed', 'en', 'er', 'em', 'es', 'os', 'as', 'e', 'n', 's', 'a', 'o'];
const orderStems: ReadonlySet<string> = new Set([...orderWords].map(stemWord));
const weakStems: ReadonlySet<string> = new Set([...weakWords].map(stemWord));

/** True for the stem of a word that names no topic on its own, such as "times" or "wrong". */
export const isWeak = (stem: string): boolean => weakStems.has(stem);

function pushUnspaced(run: string, words: Word[]): void {
  for (const { segment } of japaneseWords.segment(run)) {
    if (!hiraganaOnly.test(segment) && !stopWords.has(segment)) words.push({ stem: segment, shown: segment });
  }
}
