const words = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Counts words at once, also in scripts without spaces. Headings, tables, footnotes and front matter count, marks do
 * not. A number is a word, and so is each part of an address.
 */
export function countWordsNow(text: string): number {
  let count = 0;
  for (const { isWordLike } of words.segment(text)) if (isWordLike) count += 1;
  return count;
}
