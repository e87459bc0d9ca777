const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Joins words to “a, b, and c”. */
export const joinWords = (words: readonly string[]): string => list.format(words);
