import { findSentenceEnds } from '@ecp/language/split-sentences';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import type { TextRange } from './quotes.ts';
import { isRow } from './tables.ts';

const maxReach = 600;
/** The end of a paragraph, list item or row. */
const blockEnd = /\n[ \t]*\n|\n(?=[ \t]*(?:[-*•|#]|\d{1,3}[.)]\s))/g;

/** The sentences or table rows of a source that a citation shows, with their context. */
interface CitedPassage {
  words: string;
  /**
   * `words` with the sentences before and after them in the paragraph, a table's head, and the
   * heading above.
   */
  context: string;
  /**
   * What stands above the words and holds for them: the heading, of a row also the head of its
   * table.
   */
  head: string;
  isRow: boolean;
}

export function readPassage(text: string, place: TextRange): CitedPassage {
  const line = readLine(text, place);
  if (isRow(text.slice(line.start, line.end))) {
    const words = text.slice(line.start, line.end);
    return {
      words: words.trim(),
      context: [readTableHead(text, line.start), words, readHeading(text, line.start)].join('\n'),
      head: [readTableHead(text, line.start), readHeading(text, line.start)].join('\n'),
      isRow: true,
    };
  }
  const own = widen(text, place);
  const outer = widen(text, {
    start: Math.max(0, own.start - 2),
    end: Math.min(text.length, own.end + 1),
  });
  const context = keepParagraph(text, own, outer);
  const head = readHeading(text, own.start);
  return {
    words: text.slice(own.start, own.end).trim(),
    context: `${head}\n${context}`,
    head,
    isRow: false,
  };
}

/** Widens a place to whole sentences of its block, by at most 600 characters on each side. */
function widen(text: string, { start, end }: TextRange): TextRange {
  const from = Math.max(0, start - maxReach);
  const last = Math.max(start, end - 1);
  const before = [...text.slice(from, start).matchAll(blockEnd)].at(-1);
  const blockStart = before === undefined ? from : from + before.index + before[0].length;
  const ahead = text.slice(last, end + maxReach);
  const stop = ahead.search(new RegExp(blockEnd.source));
  const blockStop = stop === -1 ? last + ahead.length : last + stop + 1;
  const ends = findSentenceEnds(text.slice(blockStart, blockStop)).map((at) => blockStart + at);
  return {
    start: ends.findLast((at) => at <= start) ?? blockStart,
    end: ends.find((at) => at >= end) ?? blockStop,
  };
}

/** Returns a sentence with its neighbours, up to the next blank line on each side. */
function keepParagraph(text: string, own: TextRange, outer: TextRange): string {
  const before = text.slice(outer.start, own.start);
  const after = text.slice(own.end, outer.end);
  return `${before.split(/\n[ \t]*\n/).at(-1) ?? ''}${text.slice(own.start, own.end)}${after.split(/\n[ \t]*\n/)[0] ?? ''}`;
}

function readLine(text: string, { start, end }: TextRange): TextRange {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', Math.max(start, end - 1));
  return { start: from, end: to === -1 ? text.length : to };
}

function readTableHead(text: string, lineStart: number): string {
  const before = text.slice(Math.max(0, lineStart - 100_000), lineStart);
  const block = before.split(/\n[ \t]*\r?\n/).at(-1) ?? '';
  return block.trimStart().split('\n', 1)[0] ?? '';
}

/** A heading of Markdown, or a short line of its own between blank lines that ends no sentence. */
const heading =
  /^#{1,6}[ \t].*$|(?<=(?:^|\n)[ \t]*\r?\n|(?<![\s\S]))(?!\s*(?:[-*•|#>]|\d{1,3}[.)]\s))[^\n|;\t]{3,99}[^\s.,:;!?。、：](?=[ \t]*\r?\n[ \t]*\r?\n)/gmu;

/** Returns the nearest heading above a place, of 4,000 characters. */
function readHeading(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 4_000), at);
  return before.match(heading)?.at(-1) ?? '';
}

const maxShown = 400;
const minShared = 0.3;

/**
 * Finds the stretch of a text with the largest share of some words. Null if the share is below
 * three in ten.
 */
export async function findNearest(
  texts: string[],
  words: string,
  slice: TimeSlice,
): Promise<{ text: string; place: TextRange; shared: number } | null> {
  const wanted = new Set(readWords(words).map(({ word }) => word));
  const reach = Math.max(80, words.length * 1.6);
  let best: { text: string; place: TextRange; count: number } | null = null;
  for (const text of texts) {
    const hits: { word: string; start: number; end: number }[] = [];
    const counts = new Map<string, number>();
    let left = 0;
    let seen = 0;
    for (const hit of eachWord(text)) {
      seen += 1;
      if (seen % 2_000 === 0 && slice.isUsedUp()) await slice.yieldToEventLoop();
      if (!wanted.has(hit.word)) continue;
      hits.push(hit);
      counts.set(hit.word, (counts.get(hit.word) ?? 0) + 1);
      for (let first = hits[left]; first && hit.end - first.start > reach; first = hits[left]) {
        const count = (counts.get(first.word) ?? 1) - 1;
        if (count === 0) counts.delete(first.word);
        else counts.set(first.word, count);
        left += 1;
      }
      const first = hits[left];
      if (first && counts.size > (best?.count ?? 0)) {
        best = { text, place: { start: first.start, end: hit.end }, count: counts.size };
      }
    }
  }
  if (best === null || wanted.size === 0 || best.count / wanted.size < minShared) return null;
  return { text: best.text, place: best.place, shared: best.count / wanted.size };
}

/** Returns words for display: one line of at most `maxLength` characters. */
export function showPassage(words: string, maxLength = maxShown): string {
  const flat = words.replace(/\s+/g, ' ').trim();
  return flat.length <= maxLength ? flat : `${flat.slice(0, maxLength - 2).toWellFormed()} …`;
}

function readWords(text: string): { word: string }[] {
  return [...eachWord(text)];
}

const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu;

function* eachWord(text: string): Generator<{ word: string; start: number; end: number }> {
  for (const match of text.matchAll(wordPattern)) {
    yield { word: match[0].toLowerCase(), start: match.index, end: match.index + match[0].length };
  }
}
