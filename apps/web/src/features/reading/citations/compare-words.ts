import { diffWordsWithSpace } from 'diff';
import { findWords } from '../../../domain/markdown/fold-words.ts';

/** A piece of a passage. Relevant words are marked. */
export interface Piece {
  text: string;
  marked: boolean;
}

/** Marks the quoted words in a passage. */
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

/** Marks words that only the altered quote or only the source has, except words around the passage. */
export function markDifferences(quote: string, passage: string): { said: Piece[]; source: Piece[] } {
  const changes = diffWordsWithSpace(quote, passage, { ignoreCase: true });
  let at = 0;
  const said = changes.flatMap(({ value, added, removed }) => {
    if (added) return [];
    // Common words come in the passage's case, so the quote's own text is used.
    at += value.length;
    return [{ text: quote.slice(at - value.length, at), marked: removed }];
  });
  const inner = (index: number) => index > 0 && index < changes.length - 1;
  const replaces = (index: number) => changes[index - 1]?.removed === true || changes[index + 1]?.removed === true;
  const source = changes.flatMap(({ value, added, removed }, index) =>
    removed ? [] : [{ text: value, marked: added && (inner(index) || replaces(index)) }],
  );
  return { said, source };
}

/** Marks the numbers of a claim that its source lacks. */
export function markFigures(claim: string, passage: string): Piece[] {
  const known = new Set(passage.match(figure));
  const others = claim.split(figure);
  return [...claim.matchAll(figure), null].flatMap((match, index) => {
    const before = { text: others[index] ?? '', marked: false };
    return match ? [before, { text: match[0], marked: !known.has(match[0]) }] : [before];
  });
}

const figure = /\d+(?:[.,]\d+)*/g;
