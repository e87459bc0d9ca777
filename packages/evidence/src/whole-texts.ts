import type { Citation } from '@ecp/contract/values/citations';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { evidenceTexts } from './faults.ts';
import { findWords } from './footnotes.ts';
import type { EvidenceSource } from './material.ts';
import { foldName } from './quotes.ts';
import { findSource, listSourceTexts, type SourcePart } from './sources.ts';

/** Words of a source that a check did not find in the part of its text that it had. */
export interface MissingQuote {
  /** As the footnote names it. */
  title: string;
  /** The page, sheet or section that the footnote names. Null for none. */
  place: string | null;
  words: string;
}

/** Several quotes of a footnote are recorded as one. */
const betweenQuotes = ' … ';

/**
 * Lists the quotes that a check found neither in a file, nor on a page of the web, that it had
 * whole or in part.
 */
export function listMissingQuotes(citations: readonly Citation[]): MissingQuote[] {
  const missing = citations.flatMap(({ state, quote, source }): MissingQuote[] => {
    const isOfText =
      source.kind === 'attachment' || source.kind === 'url' || source.kind === 'unknown';
    const isMissing = state === 'altered' || state === 'missing_source';
    if (!isMissing || !isOfText || quote === null || source.title === '') return [];
    return quote
      .split(betweenQuotes)
      .map((words) => ({ title: source.title, place: source.location, words }));
  });
  return [...new Map(missing.map((one) => [JSON.stringify(one), one])).values()];
}

/** True if a file has the name that a footnote gives, with or without its extension. */
export function isNamed(filename: string, title: string): boolean {
  const name = foldName(title);
  return (
    name !== '' &&
    (foldName(filename) === name || foldName(filename.replace(/\.[a-z0-9]{1,5}$/i, '')) === name)
  );
}

/** Characters around a quote that are kept of a text without pages. */
const reach = 20_000;

const nothing = {
  brief: '',
  assignment: [],
  upstream: [],
  consultations: [],
  reviewNotes: [],
  queries: [],
  tables: [],
  language: 'en' as const,
};

/**
 * Looks up quotes in the whole text of their source, by the same rules as the check.
 * @param sources the text of one file or page, in parts
 * @returns the parts in which the quotes stand, in the order of the text; of a long part what is
 * around them
 */
export async function findQuotedParts(
  sources: readonly EvidenceSource[],
  quotes: readonly Omit<MissingQuote, 'title'>[],
  slice: TimeSlice,
): Promise<EvidenceSource[]> {
  const document = listSourceTexts({ ...nothing, sources }).find(
    ({ kind }) => kind === 'attachment' || kind === 'url',
  );
  if (document === undefined) return [];
  const indexes = new Map(document.parts.map((part, index) => [part, index]));
  const stretches = new Map<number, { start: number; end: number }>();
  const keep = (part: SourcePart, start: number, end: number) => {
    const index = indexes.get(part);
    if (index === undefined) return;
    const known = stretches.get(index) ?? { start, end };
    stretches.set(index, { start: Math.min(known.start, start), end: Math.max(known.end, end) });
  };
  for (const { words, place } of quotes) {
    const named = await findSource(
      place === null ? document.title : `${document.title}, ${place}`,
      [],
      {
        documents: [document],
        slice,
        texts: evidenceTexts.en,
      },
    );
    const parts = named.found ? named.parts : document.parts;
    const hit =
      (await findWords(words, parts, slice)) ?? (await findWords(words, document.parts, slice));
    if (hit === null || hit === 'nothing to find') continue;
    if (hit.part.joined.length === 0) keep(hit.part, hit.place.start, hit.place.end);
    else for (const part of hit.part.joined) keep(part, 0, part.text.length);
  }
  return [...stretches]
    .sort(([one], [other]) => one - other)
    .flatMap(([index, { start, end }]) => {
      const source = sources[index];
      return source ? { ...source, text: cutAround(source.text, start, end) } : [];
    });
}

/** Returns the text around a place, in whole lines. */
function cutAround(text: string, start: number, end: number): string {
  if (text.length <= 2 * reach) return text;
  const from = start <= reach ? 0 : text.lastIndexOf('\n', start - reach) + 1;
  const to = text.indexOf('\n', end + reach);
  return text.slice(from, to === -1 ? text.length : to);
}

/**
 * Puts the parts that were looked up before the others of their source, of which they may be
 * pieces.
 */
export function withQuotedParts<Source extends EvidenceSource>(
  sources: readonly Source[],
  looked: readonly Source[],
): Source[] {
  const keyOf = ({ title, location, text }: Source) => JSON.stringify([title, location, text]);
  const known = new Set(looked.map(keyOf));
  return [...looked, ...sources.filter((source) => !known.has(keyOf(source)))];
}
