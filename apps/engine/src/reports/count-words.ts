const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Words of a document, also of one in a script that writes no spaces. */
export function countWords(text: string): number {
  let count = 0;
  for (const { isWordLike } of words.segment(text)) if (isWordLike) count += 1;
  return count;
}
