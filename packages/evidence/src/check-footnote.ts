import type { Citation } from '@ecp/contract/values/citations';
import type { NumberStyle } from '@ecp/language/number-style';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import type { Definition } from './document/parse-document.ts';
import { readFootnote } from './document/read-footnote.ts';
import { findQuote, foldQuote, type TextRange } from './sources/find-quote.ts';
import { findSource, foldUrl, isSourceTitle } from './sources/find-source.ts';
import { type CitedPassage, findNearest, readPassage, showPassage } from './sources/passages.ts';
import type { EvidenceContext, SourcePart, SourceText } from './sources/source-documents.ts';

type Finding = Pick<Citation, 'quote' | 'source' | 'state' | 'reason' | 'passage'>;

/** A passage with its part, and how its document writes numbers. */
export type StyledPassage = CitedPassage & { style: NumberStyle; part: SourcePart };

/** A checked footnote: the finding and the passages that contain its quotes. */
export interface CheckedFootnote extends Finding {
  document: SourceText | null;
  /** The parts of the document that it points to. */
  parts: SourcePart[];
  passages: StyledPassage[];
}

/** Checks that a footnote's source exists and contains the quoted words at the named place. */
export async function checkFootnote(
  definition: Definition | undefined,
  context: EvidenceContext,
): Promise<CheckedFootnote> {
  const { documents, slice, texts } = context;
  const unknown = { kind: 'unknown', title: '', location: null } as const;
  const nothing = { document: null, parts: [], passages: [], quote: null, passage: null };
  if (!definition || definition.text.trim() === '') {
    return {
      ...nothing,
      source: unknown,
      state: 'missing_source',
      reason: texts.saysNothing,
    };
  }
  const { head, readings } = readFootnote(definition, (words) => isSourceTitle(words, documents));
  const found = await findSource(head, definition.urls, context);
  const quote = readings[0]?.join(' … ') ?? null;
  const source = {
    kind: found.document?.kind ?? unknown.kind,
    title: found.found ? found.document.title : found.title,
    location: found.location,
  };
  const address = definition.urls.find((url) => !isKnownAddress(url, documents));
  if (!found.found || address !== undefined) {
    const reason = found.found ? texts.addressNotGiven(address ?? null) : found.reason;
    return { ...nothing, quote, source, document: found.document, state: 'missing_source', reason };
  }
  const place = { document: found.document, parts: found.parts };
  for (const reading of readings) {
    const passages = await findAll(reading, found.parts, slice);
    if (passages === null) continue;
    const passage = passages.length > 0 ? showPassage(passages.map(({ words }) => words).join(' … ')) : null;
    return { ...place, passages, quote, source, state: 'verified', reason: null, passage };
  }
  if (quote === null) return { ...nothing, ...place, source, state: 'verified', reason: null };
  const other = await findElsewhere(readings[0] ?? [], found, context);
  return { ...nothing, ...place, quote, source, state: 'altered', ...other };
}

/** Returns true for the address of a document, or an address in a document's text. */
export function isKnownAddress(url: string, documents: SourceText[]): boolean {
  if (!/^https?:/i.test(url)) return true;
  const folded = foldUrl(url);
  if (documents.some((document) => document.url !== null && foldUrl(document.url) === folded)) return true;
  const written = url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/+$/, '');
  return documents.some(({ parts }) => parts.some(({ text }) => text.includes(written)));
}

/** Returns the passages of these parts that contain the quotes, or null if a quote is missing. */
async function findAll(quotes: string[], parts: SourcePart[], slice: TimeSlice): Promise<StyledPassage[] | null> {
  const passages: StyledPassage[] = [];
  for (const quote of quotes) {
    const hit = await findWords(quote, parts, slice);
    if (hit === null) return null;
    if (hit !== 'nothing to find') passages.push(readStyled(hit.part, hit.place));
  }
  return passages;
}

/** Returns the passage around a place of a part, with the style of its numbers. */
export function readStyled(part: SourcePart, place: TextRange): StyledPassage {
  return { ...readPassage(part.text, place), style: part.numberStyle(), part };
}

/** Finds words in some parts. */
export async function findWords(
  words: string,
  parts: SourcePart[],
  slice: TimeSlice,
): Promise<{ part: SourcePart; place: TextRange } | 'nothing to find' | null> {
  const folded = foldQuote(words);
  if (folded.length === 0) return 'nothing to find';
  for (const part of parts) {
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
    const place = findQuote(await part.fold(slice), folded);
    if (place !== null) return { part, place };
  }
  return null;
}

/** Says where else words are that are missing at the named place, or which passage comes nearest to them. */
export async function findElsewhere(
  quotes: string[],
  cited: { document: SourceText; parts: SourcePart[] },
  { documents, slice, texts }: EvidenceContext,
): Promise<{ reason: string; passage: string | null }> {
  const { document } = cited;
  const candidates = [document, ...documents.filter((other) => other !== document)];
  for (const candidate of candidates) {
    for (const part of candidate.parts) {
      const passages = await findAll(quotes, [part], slice);
      const [passage] = passages ?? [];
      if (!passage) continue;
      const reason =
        candidate === document
          ? texts.atAnotherPlace(document.title, part.location)
          : texts.inAnotherSource(candidate.title);
      return { reason, passage: showPassage(passage.words) };
    }
  }
  const words = quotes.join(' ');
  const nearest =
    (await findNearest(
      cited.parts.map(({ text }) => text),
      words,
      slice,
    )) ??
    (await findNearest(
      document.parts.map(({ text }) => text),
      words,
      slice,
    ));
  const passage = nearest ? showPassage(readPassage(nearest.text, nearest.place).words) : null;
  return { reason: texts.otherWords, passage };
}
