import { diffWordsWithSpace } from 'diff';
import type { Piece } from './compare-words.ts';

/**
 * Marks words that only the altered quote or only the source has, except words around the passage.
 */
export function markDifferences(
  quote: string,
  passage: string,
): { said: Piece[]; source: Piece[] } {
  const changes = diffWordsWithSpace(quote, passage, { ignoreCase: true });
  let at = 0;
  const said = changes.flatMap(({ value, added, removed }) => {
    if (added) return [];
    // Common words come in the passage's case, so the quote's own text is used.
    at += value.length;
    return [{ text: quote.slice(at - value.length, at), marked: removed }];
  });
  const inner = (index: number) => index > 0 && index < changes.length - 1;
  const replaces = (index: number) =>
    changes[index - 1]?.removed === true || changes[index + 1]?.removed === true;
  const source = changes.flatMap(({ value, added, removed }, index) =>
    removed ? [] : [{ text: value, marked: added && (inner(index) || replaces(index)) }],
  );
  return { said, source };
}
