import type { SearchResult } from '@ecp/contract/reach/search';

/** Words that a search has found, as the address of their text carries them. */
export interface FoundWords {
  words?: string;
  /**
   * The text from the first of the words on, which distinguishes its place from others with the
   * same words.
   */
  near?: string;
}

/**
 * A longer part is more likely to cross something that the text shows otherwise than the snippet.
 */
const nearLength = 80;

/**
 * Returns the marked words of a snippet, for the address of the text; an empty object without
 * marks.
 */
export function foundWordsOf({
  snippet,
  marks,
}: Pick<SearchResult, 'snippet' | 'marks'>): FoundWords {
  const [first] = marks;
  if (!first) return {};
  const end = Math.max(first[0] + nearLength, first[1]);
  const words = marks.filter(([, to]) => to <= end).map(([from, to]) => snippet.slice(from, to));
  return { words: words.join(' … '), near: snippet.slice(first[0], end) };
}
