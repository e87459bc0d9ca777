import { findSentenceEnds as findParagraphEnds } from '@ecp/language/split-sentences';
import type { DocumentBlock } from './parse-document.ts';
import { findQuotedSpans, type QuotedSpan } from './quoted-spans.ts';

/** A stretch of a sentence with the footnotes that support it, or a whole sentence without footnotes. */
export interface Claim {
  sentence: string;
  /** Bounds of the stretch in the block's text. It ends at its references; the last stretch ends with the sentence. */
  start: number;
  end: number;
  references: DocumentBlock['references'];
  quotes: QuotedSpan[];
  /** The words of the stretch, without its quotes, at their places in the sentence. */
  stretch: string;
  /** Heads of the columns, for a row of the document's own table. */
  columns: string[] | null;
}

/** Splits a block into claims. A reference supports the words between it and the previous one in its sentence. */
export function splitClaims(block: DocumentBlock): Claim[] {
  const quotes = findQuotedSpans(block.text);
  return splitSentences(block, quotes).flatMap((bounds) => {
    const sentence = block.text.slice(bounds.start, bounds.end).trim();
    if (sentence === '' && bounds.references.length === 0) return [];
    const groups = groupReferences(block.text, bounds);
    return groups.map((group) => {
      const own = quotes.filter(({ end }) => end > group.start && end <= group.end);
      const stretch = readStretch(block, { ...group, sentenceStart: bounds.start }, sentence, own);
      return { sentence, ...group, quotes: own, stretch, columns: block.columns };
    });
  });
}

/**
 * Returns the sentence with spaces for everything that is not in the stretch, for quotes, and for a row's first cell if
 * that only numbers the rows.
 */
function readStretch(
  { kind, text }: DocumentBlock,
  { start, end, sentenceStart }: Bounds & { sentenceStart: number },
  sentence: string,
  quotes: QuotedSpan[],
): string {
  const base = sentenceStart + (/^\s*/.exec(text.slice(sentenceStart))?.[0].length ?? 0);
  const blank = (whole: string, from: number, to: number) => {
    const [first, last] = [Math.max(0, from), Math.min(whole.length, to)];
    return first >= last ? whole : whole.slice(0, first) + ' '.repeat(last - first) + whole.slice(last);
  };
  let stretch = blank(blank(sentence, 0, start - base), end - base, sentence.length);
  for (const quote of quotes) stretch = blank(stretch, quote.start - base, quote.end - base);
  const number = kind === 'row' && start === 0 ? /^\s*\d{1,3}[.)]?(?=\s*\|)/.exec(stretch)?.[0].length : undefined;
  return number === undefined ? stretch : blank(stretch, 0, number);
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
  for (const reference of block.references) {
    const index = sentences.findIndex(({ start, end }) => reference.at >= start && reference.at < end);
    const own = sentences[index === -1 ? sentences.length - 1 : index];
    // A reference after a full stop and a space still belongs to the sentence before it.
    const leads = own && index > 0 && block.text.slice(own.start, reference.at).trim() === '';
    (leads ? sentences[index - 1] : own)?.references.push(reference);
  }
  return sentences;
}

function findSentenceEnds({ text, references }: DocumentBlock, quotes: QuotedSpan[]): number[] {
  const ends = new Set<number>();
  for (const end of findParagraphEnds(text)) {
    const isInside = quotes.some((quote) => end > quote.start && end < quote.end);
    if (end < text.length && !isInside) ends.add(end);
  }
  // A footnote after a full stop or a quote ends its sentence if the next word is capitalised.
  for (const { at } of references) {
    const next = /^\s+(?=["“„«‘]?\p{Lu})/u.exec(text.slice(at, at + 20))?.[0];
    if (next !== undefined && /[.!?。”“"»«’」]["”“»«’)\]\s]*$/.test(text.slice(0, at))) ends.add(at + next.length);
  }
  return [...ends].sort((one, other) => one - other);
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
