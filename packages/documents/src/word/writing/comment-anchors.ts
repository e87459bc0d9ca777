import type { WordComment } from '../word-report.ts';

/** The place in a line where a comment begins or ends, counted in characters. */
export interface CommentAnchor {
  at: number;
  edge: 'start' | 'end';
  /** Number of the comment in the list of comments. */
  comment: number;
}

/** The passage that a comment quotes, with the words around it. */
type Passage = Pick<WordComment, 'quote' | 'prefix' | 'suffix'>;

/**
 * Places comments at the passages that they quote: anchors by the number of the line, in the order of their places. Of
 * several places with the same words, prefix and suffix decide. A comment without a place stands at the first line.
 */
export function anchorComments(lines: readonly string[], comments: readonly Passage[]): Map<number, CommentAnchor[]> {
  const { words, places } = foldLines(lines);
  const anchors = new Map<number, CommentAnchor[]>();
  const put = (line: number, anchor: CommentAnchor) => anchors.set(line, [...(anchors.get(line) ?? []), anchor]);
  for (const [comment, passage] of comments.entries()) {
    const quote = fold(passage.quote ?? '').trim();
    const at = quote === '' ? null : findPassage(words, quote, passage);
    const start = at === null ? undefined : places[at];
    const end = at === null ? undefined : places[at + quote.length - 1];
    if (start === undefined || end === undefined) {
      put(0, { at: 0, edge: 'start', comment });
      put(0, { at: 0, edge: 'end', comment });
    } else {
      put(start.line, { at: start.at, edge: 'start', comment });
      put(end.line, { at: end.at + 1, edge: 'end', comment });
    }
  }
  for (const list of anchors.values()) list.sort((a, b) => a.at - b.at);
  return anchors;
}

/** Joins lines by spaces, and tells for each character of the text where it stands. */
function foldLines(lines: readonly string[]): { words: string; places: { line: number; at: number }[] } {
  const places: { line: number; at: number }[] = [];
  const parts: string[] = [];
  for (const [line, text] of lines.entries()) {
    let last = ' ';
    for (let at = 0; at < text.length; at += 1) {
      const character = /\s/.test(text.charAt(at)) ? ' ' : text.charAt(at);
      if (character === ' ' && last === ' ') continue;
      last = character;
      parts.push(character);
      places.push({ line, at });
    }
    if (last === ' ') continue;
    parts.push(' ');
    places.push({ line, at: text.length });
  }
  return { words: parts.join(''), places };
}

/** Most places with the same words that are compared. */
const maxPlaces = 1_000;

function findPassage(words: string, quote: string, { prefix, suffix }: Passage): number | null {
  const [before, after] = [fold(prefix), fold(suffix)];
  let best: { at: number; score: number } | null = null;
  let at = words.indexOf(quote);
  for (let seen = 0; at >= 0 && seen < maxPlaces; seen += 1) {
    const score = sharedEnd(words, at, before) + sharedStart(words, at + quote.length, after);
    if (best === null || score > best.score) best = { at, score };
    at = words.indexOf(quote, at + 1);
  }
  return best?.at ?? null;
}

function sharedEnd(words: string, end: number, before: string): number {
  let length = 0;
  while (length < before.length && words.at(end - 1 - length) === before.at(-1 - length) && length < end) length += 1;
  return length;
}

function sharedStart(words: string, start: number, after: string): number {
  let length = 0;
  while (length < after.length && words[start + length] === after[length]) length += 1;
  return length;
}

const fold = (text: string) => text.replaceAll(/\s+/g, ' ');
