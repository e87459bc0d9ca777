import { findFolded, foldText, type Span } from './fold-words.ts';

/**
 * Finds words in a text from the place on where the text continues with `near`; from its beginning if it does nowhere.
 * Returns one span for each piece of the words between ellipses, or none if a piece is missing.
 */
export function findNear(text: string, { words, near }: { words: string; near: string }): Span[] {
  const folded = foldText(text);
  const [place] = findFolded(folded, near);
  const from = place ? folded.at.indexOf(place.start) : 0;
  return findFolded({ letters: folded.letters.slice(from), at: folded.at.slice(from) }, words);
}
