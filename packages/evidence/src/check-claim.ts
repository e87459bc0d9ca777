import { anyStyle, type NumberStyle } from '@ecp/language/number-style';
import { type CheckedFootnote, findElsewhere, findWords, readStyled, type StyledPassage } from './check-footnote.ts';
import { findWrongNumbers, NumberSet } from './check-numbers.ts';
import { countWords, type QuotedSpan } from './document/quoted-spans.ts';
import type { Claim } from './document/split-claims.ts';
import { isSourceName } from './sources/find-source.ts';
import { showPassage } from './sources/passages.ts';
import type { EvidenceContext, SourcePart } from './sources/source-documents.ts';
import type { CheckedStatement } from './statement.ts';

/** Fewest words of a quote that is checked: anywhere in a claim, or right before its footnote. */
const quoteWords = { anywhere: 4, adjacent: 2 };

/** A fault of a claim whose footnotes are right. */
export type ClaimFailure = Pick<CheckedStatement, 'reason' | 'passage'> & { quote?: string };

interface Shared extends EvidenceContext {
  /** How the deliverable writes its numbers. */
  style: NumberStyle;
  headings: ReadonlySet<string>;
  /** Numbers of whole parts, cached. */
  numbers: Map<SourcePart, NumberSet>;
}

/** Finds the first quote of a claim that none of its sources contains, else its figures that no cited passage contains. */
export async function findClaimFailure(
  claim: Claim,
  footnotes: CheckedFootnote[],
  shared: Shared,
): Promise<ClaimFailure | null> {
  const passages = footnotes.flatMap((footnote) => footnote.passages);
  for (const quote of claim.quotes) {
    if (!isChecked(quote, claim, shared)) continue;
    const found = await findQuoted(quote.words, footnotes, shared);
    if (found === null || 'words' in found) passages.push(...(found ? [found] : []));
    else return found;
  }
  return findWrongFigures(claim, footnotes, passages, shared);
}

/** Returns false for titles of sources or of the document's own sections: in quotation marks they are names, not quotes. */
function isChecked({ words, end }: QuotedSpan, { references }: Claim, { headings, documents }: Shared): boolean {
  const isAdjacent = references.some(({ at }) => at >= end && at - end <= 2);
  return (
    countWords(words) >= (isAdjacent ? quoteWords.adjacent : quoteWords.anywhere) &&
    !headings.has(words) &&
    !isSourceName(words, documents)
  );
}

/** Returns the passage with the quoted words, or the failure if no cited source has them. Null without quoted words. */
async function findQuoted(
  words: string,
  footnotes: CheckedFootnote[],
  shared: Shared,
): Promise<StyledPassage | ClaimFailure | null> {
  for (const { parts } of footnotes) {
    const hit = await findWords(words, parts, shared.slice);
    if (hit === 'nothing to find') return null;
    if (hit !== null) return readStyled(hit.part, hit.place);
  }
  const cited = footnotes.find(({ document }) => document !== null);
  if (!cited?.document) return null;
  const place = { document: cited.document, parts: cited.parts };
  return { quote: words, ...(await findElsewhere([words], place, shared)) };
}

async function findWrongFigures(
  { stretch, sentence }: Claim,
  footnotes: CheckedFootnote[],
  passages: StyledPassage[],
  shared: Shared,
): Promise<ClaimFailure | null> {
  const names = footnotes.map(({ document, source }) => `${document?.title ?? ''}\n${source.location ?? ''}`);
  const cited = [...names, ...passages.map(({ context }) => context)].join('\n');
  const held = new NumberSet();
  for (const name of names) held.add(name, anyStyle);
  for (const { context, style } of passages) held.add(context, style);
  const claim = { stretch, sentence, style: shared.style };
  let wrong = findWrongNumbers(claim, cited, held);
  if (wrong.length === 0) return null;
  // If a footnote names only a source, a page or a table, its whole text is the passage.
  const whole = footnotes.filter(({ quote }) => quote === null).flatMap(({ parts }) => parts);
  for (const part of whole) held.join(await readPartNumbers(part, shared));
  if (whole.length > 0) wrong = findWrongNumbers(claim, cited, held);
  if (wrong.length === 0) return null;
  const shown = [...new Set(wrong.map((number) => number.shown.trim()))];
  const words = passages.map((passage) => passage.words).join(' … ');
  return { reason: shared.texts.figuresMissing(shown), passage: words === '' ? null : showPassage(words) };
}

/** Reads the numbers of a whole part in pieces. */
async function readPartNumbers(part: SourcePart, { numbers, slice }: Shared): Promise<NumberSet> {
  const known = numbers.get(part);
  if (known) return known;
  const held = new NumberSet();
  for (let at = 0; at < part.text.length; ) {
    const newline = part.text.indexOf('\n', at + 4_000);
    const end = newline === -1 || newline > at + 12_000 ? Math.min(part.text.length, at + 8_000) : newline;
    held.add(part.text.slice(at, end), part.numberStyle());
    at = end;
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
  }
  numbers.set(part, held);
  return held;
}
