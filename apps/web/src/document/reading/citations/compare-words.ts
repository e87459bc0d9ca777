import { findWords } from '../../../shared/markdown/find-words.ts';

export interface Piece {
  text: string;
  marked: boolean;
}

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
