import { setImmediate as nextTurn } from 'node:timers/promises';
import { countWordsNow } from './count-words-now.ts';

/**
 * Characters that take a few milliseconds in any script. Other requests run between two portions.
 */
const portionLength = 16_384;

/** Counts the words of a text, as countWordsNow does, while other requests run. */
export async function countWords(text: string): Promise<number> {
  let count = 0;
  for (let start = 0; start < text.length; ) {
    const end = portionEnd(text, start);
    count += countWordsNow(text.slice(start, end));
    start = end;
    if (start < text.length) await nextTurn();
  }
  return count;
}

/**
 * Returns the index behind the portion's last white space, so that no word is split, else the
 * limit.
 */
function portionEnd(text: string, start: number): number {
  const end = start + portionLength;
  if (end >= text.length) return text.length;
  const space = Math.max(text.lastIndexOf('\n', end), text.lastIndexOf(' ', end));
  return space > start ? space + 1 : end;
}

/** What a page holds, in words, and in characters of scripts without spaces. */
export const pageLengths = { words: 550, characters: 1_200 } as const;

/**
 * Counts what a reader reads of a document without its footnotes and code, in words or characters.
 */
export function countBody(markdown: string, unit: keyof typeof pageLengths): number {
  let isCode = false;
  let count = 0;
  for (const line of markdown.split('\n')) {
    const isFence = line.startsWith('```');
    if (isFence) isCode = !isCode;
    if (isFence || isCode || /^\s{0,3}\[\^[^[\]\s]+\]:/.test(line)) continue;
    const text = line.replace(/\[\^[^[\]\s]+\]/g, '');
    if (unit === 'characters') count += text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    else count += text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  }
  return count;
}

/**
 * The words of a text. Each sign that is no letter or digit counts as a word, and so does each
 * Chinese character.
 */
export interface SplitWords {
  /** Offset of each word, and the end of the last one. */
  starts: Uint32Array;
  ends: Uint32Array;
  /** Equal for equal words in all texts that are split together. */
  ids: Uint32Array;
  /** 2 for the first word of a block, 1 for the first of a sentence, else 0. */
  starting: Uint8Array;
}

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`;
const word = new RegExp(String.raw`[[\p{L}\p{N}\p{M}]--[${unspaced}]]+|\S`, 'gv');

const sentenceEnd = /^[.!?。！？]$/u;

/** Splits texts into words whose numbers can be compared. */
export function splitWords(texts: readonly string[]): SplitWords[] {
  const known = new Map<string, number>();
  const numberOf = (text: string): number => {
    const id = known.get(text) ?? known.size;
    if (id === known.size) known.set(text, id);
    return id;
  };
  return texts.map((text) => {
    const found = [...text.matchAll(word)];
    return {
      starts: Uint32Array.from(found, ({ index }) => index),
      ends: Uint32Array.from(found, ({ index, 0: { length } }) => index + length),
      ids: Uint32Array.from(found, ([each]) => numberOf(each)),
      starting: Uint8Array.from(found, ({ index }, at) => {
        const previous = found[at - 1];
        if (!previous || /[\n\t]/.test(text.slice(previous.index + previous[0].length, index)))
          return 2;
        return sentenceEnd.test(previous[0]) ? 1 : 0;
      }),
    };
  });
}

export type Words = Uint32Array;

/**
 * Numbers the groups of `length` words that begin at each word; equal groups have equal numbers.
 */
export function groupWords(texts: readonly Words[], length: number): Words[] {
  if (length === 1) return [...texts];
  const halves = groupWords(texts, length / 2);
  const known = new Map<number, number>();
  return halves.map((half) => {
    const groups = new Uint32Array(Math.max(0, half.length - length / 2));
    for (let index = 0; index < groups.length; index += 1) {
      const key = (half[index] ?? 0) * 2 ** 26 + (half[index + length / 2] ?? 0);
      const id = known.get(key) ?? known.size;
      if (id === known.size) known.set(key, id);
      groups[index] = id;
    }
    return groups;
  });
}
