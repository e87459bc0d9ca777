import type { Citation } from '@ecp/contract/values/citations';
import type { UpdateChange } from '@ecp/contract/work/recurring';
import { findHeld, type HeldFigure } from '@ecp/evidence/compare-figures';
import { readTyped, type TypedFigure } from '@ecp/evidence/figures';
import { findNearest, readPassage, showPassage } from '@ecp/evidence/passages';
import {
  type FoldedText,
  findQuote,
  foldQuote,
  foldShort,
  foldText,
  type QuotePart,
  type TextRange,
} from '@ecp/evidence/quotes';
import { type NumberStyle, readNumberStyle } from '@ecp/language/number-style';
import { cutSections, headingOf, readReferences } from '@ecp/markdown/sectioned-document';
import { createTimeSlice, type TimeSlice } from '@ecp/semaphore/semaphore';
import type { CitedSource, CitedStatement } from './cited-sources.ts';

/** A text of a source, ready for searching. */
interface ReadText {
  folded: FoldedText;
  style: NumberStyle;
}

/** A change at the place that a statement cites. */
type CitedChange = Pick<UpdateChange, 'type' | 'before' | 'after'>;

export interface ChangedStatement extends CitedChange {
  statement: CitedStatement;
}

/** Characters from which a text's way of writing numbers is read. */
const styleLength = 20_000;
/** Limits the length of a passage that is shown. */
const shownLength = 1_000;
/** Share of the words that a passage keeps when it is only worded a little differently. */
const keptShare = 0.6;

/**
 * Returns the statements whose citation changed materially between two texts of a source: the cited
 * words are gone, or a figure is another one. Layout, white space and the rest do not count.
 */
export async function compareStatements(
  statements: readonly CitedStatement[],
  texts: { before: string; after: string },
  signal: AbortSignal,
): Promise<ChangedStatement[]> {
  const slice = createTimeSlice(signal);
  const before = await prepareText(texts.before, slice);
  const after = await prepareText(texts.after, slice);
  const changed: ChangedStatement[] = [];
  for (const statement of statements) {
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
    const change = await compareCited(statement, { before, after, slice });
    if (change) changed.push({ ...change, statement });
  }
  return changed;
}

async function prepareText(text: string, slice: TimeSlice): Promise<ReadText> {
  return {
    folded: await foldText(text, slice),
    style: readNumberStyle(text.slice(0, styleLength)),
  };
}

async function compareCited(
  { citation }: CitedStatement,
  { before, after, slice }: { before: ReadText; after: ReadText; slice: TimeSlice },
): Promise<CitedChange | null> {
  const words = citation.quote ?? citation.passage;
  const parts = words === null ? [] : foldQuote(words);
  const place = await findParts(before.folded, parts, slice);
  // A passage that was not there before has not changed.
  if (!place) return null;
  const passage = readPassage(before.folded.original, place).words;
  const own = readPlain(passage, before.style);
  const needed = citation.state === 'computed' ? own : statedIn(citation.claim, own);
  const kept = await findParts(after.folded, parts, slice);
  const now = kept
    ? readPassage(after.folded.original, kept).words
    : await findSimilar(passage, after, slice);
  const shown = {
    before: showPassage(passage, shownLength),
    after: now && showPassage(now, shownLength),
  };
  if (now === null) return { type: 'words', ...shown };
  if (foldShort(now) === foldShort(passage)) return null;
  const given = readPlain(now, after.style).map(toHeld);
  if (needed.some((figure) => !findHeld(figure, given))) return { type: 'figure', ...shown };
  // Quoted words must stand there as they are. Words that only back a statement may be worded
  // differently.
  return kept || citation.quote === null ? null : { type: 'words', ...shown };
}

/**
 * Finds quoted words. Several quotes of one footnote are recorded as one, and may lie far apart.
 */
async function findParts(
  text: FoldedText,
  parts: readonly QuotePart[],
  slice: TimeSlice,
): Promise<TextRange | null> {
  const whole = await findQuote(text, parts, slice);
  if (whole !== null || parts.length < 2) return whole;
  const places: TextRange[] = [];
  for (const part of parts) {
    const place = await findQuote(text, [part], slice);
    if (place === null) return null;
    places.push(place);
  }
  return places[0] ?? null;
}

async function findSimilar(
  passage: string,
  { folded }: ReadText,
  slice: TimeSlice,
): Promise<string | null> {
  const nearest = await findNearest([folded.original], passage, slice);
  if (!nearest || nearest.shared < keptShare) return null;
  return readPassage(folded.original, longestBlock(folded.original, nearest.place)).words;
}

/** Leaves out a heading or another paragraph that shares a word. */
function longestBlock(text: string, { start, end }: TextRange): TextRange {
  let longest: TextRange = { start, end: start };
  for (let from = start; from < end; ) {
    const gap = text.indexOf('\n\n', from);
    const to = gap === -1 ? end : Math.min(gap, end);
    if (to - from > longest.end - longest.start) longest = { start: from, end: to };
    from = to + 2;
  }
  return longest;
}

/** Years only say when. */
const readPlain = (text: string, style: NumberStyle): TypedFigure[] =>
  readTyped(text, style).filter(({ kind }) => kind !== 'year');

const toHeld = (figure: TypedFigure): HeldFigure => ({ figure, citation: null, origin: 'passage' });

/** Returns the figures of a passage that a statement gives, as it gives them. */
function statedIn(claim: string, passage: readonly TypedFigure[]): TypedFigure[] {
  const given = passage.map(toHeld);
  return readPlain(claim, readNumberStyle(claim)).filter((figure) => findHeld(figure, given));
}

/** Describes the changes of one source, each with the statements that rest on the same words. */
export function toChanges(
  { kind, source }: CitedSource,
  changed: readonly ChangedStatement[],
  newTitle: string | null,
): UpdateChange[] {
  const groups = Map.groupBy(changed, ({ type, before, after }) =>
    JSON.stringify([type, before, after]),
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const { type, before, after } = first;
    const documents = toDocuments([first, ...others].map(({ statement }) => statement));
    return [{ kind, type, source, newTitle, before, after, documents }];
  });
}

function toDocuments(statements: readonly CitedStatement[]): UpdateChange['documents'] {
  const byContent = Map.groupBy(statements, ({ document }) => document.content);
  return [...byContent].flatMap(([content, own]) => {
    const findSection = sectionFinder(content);
    return own.map(({ document: { filename, version }, citation }) => {
      const { footnote, claim } = citation;
      return { filename, version, section: findSection(citation), footnote, claim };
    });
  });
}

/** Characters of a statement by which it is found. */
const sampleLength = 60;

/**
 * Returns a function that finds the heading of the section in which a statement of the document
 * stands.
 */
export function sectionFinder(
  content: string,
): (citation: Pick<Citation, 'footnote' | 'claim'>) => string | null {
  const sections = cutSections(content).sections.map(({ raw }) => {
    return { heading: headingOf(raw), labels: readReferences(raw), words: toWords(raw) };
  });
  return ({ footnote, claim }) => {
    const label = footnote?.toLowerCase();
    const citing =
      label === undefined ? sections : sections.filter(({ labels }) => labels.has(label));
    const sample = toWords(claim).slice(0, sampleLength);
    const found = citing.find(({ words }) => words.includes(sample)) ?? citing[0];
    return found?.heading?.replace(/^#+\s*/, '') ?? null;
  };
}

/**
 * Returns letters and digits alone, because a statement is recorded without its markup and
 * footnotes.
 */
function toWords(text: string): string {
  return text.replace(/\[\^[^\]\s]+\]/g, '').replace(/[^\p{L}\p{N}]+/gu, '');
}
