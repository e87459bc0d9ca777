const words = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Counts words at once, also in scripts without spaces. Headings, tables, footnotes and front
 * matter count, marks do not. A number is a word, and so is each part of an address.
 */
export function countWordsNow(text: string): number {
  let count = 0;
  for (const { isWordLike } of words.segment(text)) if (isWordLike) count += 1;
  return count;
}

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー`;
const runs = new RegExp(`[${unspaced}]{1,2}|[^\\s${unspaced}]+`, 'gu');

/**
 * Counts words by the room that they take on a slide: in scripts without spaces, two characters are
 * a word.
 */
export function countSlideWords(text: string): number {
  return (text.match(runs) ?? []).filter((run) => /[\p{L}\p{N}]/u.test(run)).length;
}
