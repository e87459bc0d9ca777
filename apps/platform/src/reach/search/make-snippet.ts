import { foldText } from './fold-words.ts';

export interface Snippet {
  snippet: string;
  /** Where the words stand, as [start, end) in UTF-16 units, in order and apart from each other. */
  marks: [number, number][];
}

/** Most characters of a snippet without the signs of a cut. */
const snippetLength = 240;
/** Characters that may stand before the first word. */
const leadLength = 60;
/** Shorter words are marked at the beginning of a word only. */
const innerLength = 4;

/**
 * Makes the passage that a result shows from a piece of markdown around the words (SEA-3). `isBeginning` and `isEnd` tell
 * whether the text begins and ends with the piece. Without a word in it, the passage is the beginning of the piece.
 */
export function makeSnippet(
  piece: string,
  words: readonly string[],
  { isBeginning, isEnd }: { isBeginning: boolean; isEnd: boolean },
): Snippet {
  const text = plainText(piece.toWellFormed());
  const first = findMarks(text, words)[0]?.[0] ?? 0;
  const start = first <= leadLength ? 0 : nextWord(text, first - leadLength, first);
  const end = text.length - start <= snippetLength ? text.length : lastWord(text, start, start + snippetLength);
  const passage = text.slice(start, end).trim();
  const before = start > 0 || !isBeginning ? '…' : '';
  const after = end < text.length || !isEnd ? '…' : '';
  const snippet = `${before}${passage}${after}`;
  const marks = findMarks(passage, words).map(([from, to]): [number, number] => [
    from + before.length,
    to + before.length,
  ]);
  return { snippet, marks };
}

/** Takes out what markdown adds to the words. The piece may begin and end anywhere, so it is not parsed. */
function plainText(markdown: string): string {
  return markdown
    .replace(/\[\^[^\]\s]+\]:?/g, '')
    .replace(/!?\[([^\]]*)\]\([^)\s]*(?:\s"[^"]*")?\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/\|?\s*:?-{3,}:?\s*(?=\||$)/gm, ' ')
    .replace(/\*\*|__|~~|`+|\||(?<=\s|^)[*_](?=\S)|(?<=\S)[*_](?=\s|$)/gm, ' ')
    .replace(/\\([\\`*_{}[\]()#+.!|<>~-])/g, '$1')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/ ([.,;:!?)])/g, '$1')
    .trim();
}

/** Finds the words in a text, wherever they stand in longer ones. Places that meet are one. */
function findMarks(text: string, words: readonly string[]): [number, number][] {
  const { folded, origins } = foldText(text);
  const found: [number, number][] = [];
  for (const word of words) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) {
      if (isShort(word) && isLetter(folded.charAt(at - 1))) continue;
      found.push([origins[at] ?? 0, origins[at + word.length] ?? text.length]);
    }
  }
  found.sort(([a], [b]) => a - b);
  const marks: [number, number][] = [];
  for (const [from, to] of found) {
    const last = marks.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else if (to > from) marks.push([from, to]);
  }
  return marks;
}

const isLetter = (letter: string) => /[\p{L}\p{N}]/u.test(letter);
const isShort = (word: string) => word.length < innerLength && /^[\p{Script=Latin}\p{N}]+$/u.test(word);

/** Returns the beginning of the first word after `from`, or a place within a letterless text before `limit`. */
function nextWord(text: string, from: number, limit: number): number {
  const space = text.indexOf(' ', from);
  return space === -1 || space >= limit ? afterWholeLetter(text, from) : space + 1;
}

/** Returns the end of the last word before `to`, or a place within a text without spaces. */
function lastWord(text: string, start: number, to: number): number {
  const space = text.lastIndexOf(' ', to);
  return space <= start + snippetLength / 2 ? afterWholeLetter(text, to) : space;
}

/** Moves a place out of the middle of a letter of two units. */
const afterWholeLetter = (text: string, at: number) =>
  /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at + 1 : at;
