import { diffWordsWithSpace } from 'diff';
import { findWords } from './fold-words.ts';

/** A piece of a passage, marked where the reader should look. */
export interface Piece {
  text: string;
  marked: boolean;
}

/** A passage with the quoted words marked in their surrounding. */
export function markQuote(passage: string, quote: string | null): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const span of quote === null ? [] : findWords(passage, quote)) {
    pieces.push({ text: passage.slice(end, span.start), marked: false });
    pieces.push({ text: passage.slice(span.start, span.end), marked: true });
    end = span.end;
  }
  pieces.push({ text: passage.slice(end), marked: false });
  return pieces.filter(({ text }) => text !== '');
}

/** Of an altered quote: what only it says, and what only the source says. Words around the passage are no difference. */
export function markDifferences(quote: string, passage: string): { said: Piece[]; source: Piece[] } {
  const changes = diffWordsWithSpace(quote, passage);
  const inner = (index: number) => index > 0 && index < changes.length - 1;
  const said = changes.filter(({ added }) => !added).map(({ value, removed }) => ({ text: value, marked: removed }));
  const source = changes.flatMap(({ value, added, removed }, index) =>
    removed ? [] : [{ text: value, marked: added && (inner(index) || touchesRemoval(changes, index)) }],
  );
  return { said, source };
}

/** At an edge, words are a difference only where they stand in the place of others. */
function touchesRemoval(changes: readonly { removed: boolean }[], index: number): boolean {
  return changes[index - 1]?.removed === true || changes[index + 1]?.removed === true;
}
