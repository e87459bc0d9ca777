import type { UpdateChange } from '@ecp/contract/work/recurring';
import { findHeld, type HeldFigure } from '@ecp/evidence/compare-figures';
import { readTyped, type TypedFigure } from '@ecp/evidence/figures';
import { findNearest, readPassage, showPassage } from '@ecp/evidence/passages';
import { type FoldedText, findQuote, foldQuote, foldShort, foldText, type TextRange } from '@ecp/evidence/quotes';
import { type NumberStyle, readNumberStyle } from '@ecp/language/number-style';
import { createTimeSlice, type TimeSlice } from '@ecp/semaphore/semaphore';
import type { Statement } from './gather-cited.ts';

/** A text of a source, ready for searching. */
interface ReadText {
  folded: FoldedText;
  style: NumberStyle;
}

/** A change at the place that a statement cites. */
type CitedChange = Pick<UpdateChange, 'type' | 'before' | 'after'>;

/** A statement, and the change of what it cites. */
export interface ChangedStatement extends CitedChange {
  statement: Statement;
}

/** Characters from which a text's way of writing numbers is read. */
const styleLength = 20_000;
/** Longest passage that is shown. */
const shownLength = 1_000;
/** Share of the words that a passage keeps when it is only worded a little differently. */
const keptShare = 0.6;

/**
 * Compares what statements cite in two texts of a source, and returns those whose citation changed materially (REC-6).
 * A change is material if the cited words no longer stand there, or if a figure that the statement rests on is another
 * one there. Layout, white space and the rest of the page do not count.
 */
export async function compareStatements(
  statements: readonly Statement[],
  texts: { before: string; after: string },
  signal: AbortSignal,
): Promise<ChangedStatement[]> {
  const slice = createTimeSlice(signal);
  const before = await prepare(texts.before, slice);
  const after = await prepare(texts.after, slice);
  const changed: ChangedStatement[] = [];
  for (const statement of statements) {
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
    const change = await compareCited(statement, { before, after, slice });
    if (change) changed.push({ ...change, statement });
  }
  return changed;
}

async function prepare(text: string, slice: TimeSlice): Promise<ReadText> {
  return { folded: await foldText(text, slice), style: readNumberStyle(text.slice(0, styleLength)) };
}

async function compareCited(
  { citation }: Statement,
  { before, after, slice }: { before: ReadText; after: ReadText; slice: TimeSlice },
): Promise<CitedChange | null> {
  const words = citation.quote ?? citation.passage;
  const parts = words === null ? [] : foldQuote(words);
  const place = findQuote(before.folded, parts);
  // A passage that was not there before has not changed.
  if (!place) return null;
  const passage = readPassage(before.folded.original, place).words;
  const own = readPlain(passage, before.style);
  const needed = citation.state === 'computed' ? own : statedIn(citation.claim, own);
  const kept = findQuote(after.folded, parts);
  const now = kept ? readPassage(after.folded.original, kept).words : await findSimilar(passage, after, slice);
  const shown = { before: showPassage(passage, shownLength), after: now && showPassage(now, shownLength) };
  if (now === null) return { type: 'words', ...shown };
  if (foldShort(now) === foldShort(passage)) return null;
  const given = readPlain(now, after.style).map(toHeld);
  if (needed.some((figure) => !findHeld(figure, given))) return { type: 'figure', ...shown };
  // Quoted words must stand there as they are. Words that only back a statement may be worded differently.
  return kept || citation.quote === null ? null : { type: 'words', ...shown };
}

async function findSimilar(passage: string, { folded }: ReadText, slice: TimeSlice): Promise<string | null> {
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
