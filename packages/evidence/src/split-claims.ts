import { findSentenceEnds as findParagraphEnds } from '@ecp/language/split-sentences';
import { type DocumentBlock, findQuotedSpans, type QuotedSpan } from './document.ts';

/**
 * A stretch of a sentence with the footnotes that support it, or a whole sentence without
 * footnotes.
 */
export interface Claim {
  sentence: string;
  /**
   * Bounds of the stretch in the block's text. It ends at its references; the last stretch ends
   * with the sentence.
   */
  start: number;
  end: number;
  references: DocumentBlock['references'];
  quotes: QuotedSpan[];
  /** The words of the stretch, without its quotes, at their places in the sentence. */
  stretch: string;
  columns: string[] | null;
}

/**
 * Splits a block into claims. A reference supports the words between it and the previous one in its
 * sentence.
 */
export function splitClaims(block: DocumentBlock): Claim[] {
  const quotes = findQuotedSpans(block.text);
  let nextQuote = 0;
  return splitSentences(block, quotes).flatMap((bounds) => {
    const sentence = block.text.slice(bounds.start, bounds.end).trim();
    if (sentence === '' && bounds.references.length === 0) return [];
    const groups = groupReferences(block.text, bounds);
    return groups.map((group) => {
      while ((quotes[nextQuote]?.end ?? Number.POSITIVE_INFINITY) <= group.start) nextQuote += 1;
      const own: QuotedSpan[] = [];
      for (; (quotes[nextQuote]?.end ?? Number.POSITIVE_INFINITY) <= group.end; nextQuote += 1)
        own.push(quotes[nextQuote] as QuotedSpan);
      const stretch = readStretch(block, { ...group, sentenceStart: bounds.start }, sentence, own);
      return { sentence, ...group, quotes: own, stretch, columns: block.columns };
    });
  });
}

/**
 * Returns the sentence with spaces outside the stretch, for quotes, and for a first cell that
 * numbers the rows.
 */
function readStretch(
  { kind, text }: DocumentBlock,
  { start, end, sentenceStart }: Bounds & { sentenceStart: number },
  sentence: string,
  quotes: QuotedSpan[],
): string {
  const base = sentenceStart + (/^\s*/.exec(text.slice(sentenceStart))?.[0].length ?? 0);
  // All at once, so that the time is linear.
  let stretch = '';
  for (const [from, to] of listOwn(
    start - base,
    Math.min(end - base, sentence.length),
    quotes,
    base,
  ))
    stretch = stretch.padEnd(from) + sentence.slice(from, to);
  stretch = stretch.padEnd(sentence.length);
  const number =
    kind === 'row' && start === 0
      ? /^\s*\d{1,3}[.)]?(?=\s*\|)/.exec(stretch)?.[0].length
      : undefined;
  return number === undefined ? stretch : stretch.slice(number).padStart(stretch.length);
}

function listOwn(
  start: number,
  end: number,
  quotes: QuotedSpan[],
  base: number,
): [number, number][] {
  const own: [number, number][] = [];
  let from = Math.max(0, start);
  for (const quote of quotes) {
    if (quote.start - base > from) own.push([from, Math.min(quote.start - base, end)]);
    from = Math.max(from, quote.end - base);
  }
  if (from < end) own.push([from, end]);
  return own.filter(([first, last]) => first < last);
}

interface Bounds {
  start: number;
  end: number;
  references: DocumentBlock['references'];
}

function splitSentences(block: DocumentBlock, quotes: QuotedSpan[]): Bounds[] {
  const ends = block.kind === 'row' ? [] : findSentenceEnds(block, quotes);
  const bounds = [...ends, block.text.length].map((end, index) => ({
    start: index === 0 ? 0 : (ends[index - 1] ?? 0),
    end,
  }));
  const sentences: Bounds[] = bounds.map((bound) => ({ ...bound, references: [] }));
  let index = 0;
  for (const reference of block.references) {
    while (index < sentences.length - 1 && reference.at >= (sentences[index]?.end ?? 0)) index += 1;
    const own = sentences[index];
    // A reference after a full stop and a space still belongs to the sentence before it.
    const leads =
      own &&
      index > 0 &&
      /^\s*$/.test(block.text.slice(own.start, Math.min(reference.at, own.start + 8)));
    const isNear = own && reference.at - own.start <= 8;
    (leads && isNear ? sentences[index - 1] : own)?.references.push(reference);
  }
  return sentences;
}

function findSentenceEnds({ text, references }: DocumentBlock, quotes: QuotedSpan[]): number[] {
  const ends = new Set<number>();
  let quote = 0;
  for (const end of findParagraphEnds(text)) {
    while ((quotes[quote]?.end ?? Number.POSITIVE_INFINITY) <= end) quote += 1;
    const isInside = end > (quotes[quote]?.start ?? Number.POSITIVE_INFINITY);
    if (end < text.length && !isInside) ends.add(end);
  }
  // A footnote after a full stop or a quote ends its sentence if the next word is capitalised.
  for (const { at } of references) {
    const next = /^\s+(?=["“„«‘]?\p{Lu})/u.exec(text.slice(at, at + 20))?.[0];
    const before = text.slice(Math.max(0, at - 12), at);
    if (next !== undefined && /[.!?。”"“»«’」]["”“»«’)\]\s]*$/.test(before))
      ends.add(at + next.length);
  }
  const sorted = [...ends].sort((one, other) => one - other);
  return [...sorted, text.length].flatMap((end, index) => [
    ...cutLong(text, index === 0 ? 0 : (sorted[index - 1] ?? 0), end, references),
    ...(end < text.length ? [end] : []),
  ]);
}

/** Limits the characters and the numbers of a sentence that is read as one. */
const longest = { sentence: 1_500, numbers: 60 };

/**
 * Keeps a check linear: cuts an overlong sentence behind a reference within the limits, else before
 * a word.
 */
function cutLong(
  text: string,
  start: number,
  end: number,
  references: DocumentBlock['references'],
): number[] {
  if (end - start <= longest.sentence && countNumbers(text, start, end) <= longest.numbers)
    return [];
  const own = references.filter(({ at }) => at > start && at < end).map(({ at }) => at);
  const cuts: number[] = [];
  let [from, next] = [start, 0];
  while (from < end) {
    const reach = reachOf(text, from, end);
    if (reach >= end) break;
    while ((own[next] ?? end) <= from) next += 1;
    let last = next;
    while ((own[last + 1] ?? Number.POSITIVE_INFINITY) <= reach) last += 1;
    const cited = own[last];
    // A longer stretch ends at its reference, and is checked in pieces.
    from = cited === undefined ? reach : cited;
    if (cited !== undefined) next = last + 1;
    if (from > (cuts.at(-1) ?? start) && from < end) cuts.push(from);
  }
  return cuts;
}

function countNumbers(text: string, start: number, end: number): number {
  return text.slice(start, end).match(/[\d０-９〇一二三四五六七八九十百千万億]+/g)?.length ?? 0;
}

/**
 * Returns where the piece of a text that begins at an index ends: before a word, within the limits.
 */
function reachOf(text: string, from: number, end: number): number {
  if (end - from <= longest.sentence && countNumbers(text, from, end) <= longest.numbers)
    return end;
  let [to, numbers] = [Math.min(end, from + longest.sentence), 0];
  for (const match of text.slice(from, to).matchAll(/[\d０-９〇一二三四五六七八九十百千万億]+/g)) {
    numbers += 1;
    if (numbers > longest.numbers) {
      to = from + match.index;
      break;
    }
  }
  const space = text.lastIndexOf(' ', to - 1) + 1;
  return space > from + (to - from) / 2 ? space : to;
}

/**
 * Cuts a claim whose stretch is too long into pieces with the same references, which are checked
 * one by one.
 */
export function cutClaim(claim: Claim): Claim[] {
  const { sentence, stretch, columns } = claim;
  const pieces: Claim[] = [];
  if (columns !== null || reachOf(sentence, 0, sentence.length) >= sentence.length) return [claim];
  // White space at its start may have been cut from the sentence, not from the stretch.
  const base = claim.end - stretch.trimEnd().length;
  for (let from = 0; from < sentence.length; ) {
    const to = reachOf(sentence, from, sentence.length);
    const own = stretch.slice(from, to);
    const quotes = claim.quotes.filter(({ start }) => start - base >= from && start - base < to);
    if (own.trim() !== '' || quotes.length > 0)
      pieces.push({ ...claim, sentence: sentence.slice(from, to), stretch: own, quotes });
    from = to;
  }
  return pieces.length === 0 ? [claim] : pieces;
}

function groupReferences(text: string, { start, end, references }: Bounds): Bounds[] {
  const groups: Bounds[] = [];
  for (const reference of references) {
    const last = groups.at(-1);
    const isNext = last && /^[\s,;]*$/.test(text.slice(last.end, Math.max(last.end, reference.at)));
    if (isNext) last.references.push(reference);
    else
      groups.push({
        start: last?.end ?? start,
        end: Math.max(reference.at, last?.end ?? start),
        references: [reference],
      });
  }
  const last = groups.at(-1);
  if (!last) return [{ start, end, references: [] }];
  last.end = Math.max(end, last.end);
  return groups;
}
