import type { Derivation } from '@ecp/contract/values/citations';
import type { Language } from '@ecp/language/language';
import { anyStyle, type NumberStyle } from '@ecp/language/number-style';
import { readNumbers } from '@ecp/language/read-numbers';
import { checkDates } from './check-dates.ts';
import { checkFigures, type FigureFindings } from './check-figures.ts';
import { type CheckedFootnote, findElsewhere, findWords, readStyled, type StyledPassage } from './check-footnote.ts';
import { type ClaimView, viewClaim } from './claim-view.ts';
import { countWords, type QuotedSpan } from './document/quoted-spans.ts';
import { type Claim, cutClaim } from './document/split-claims.ts';
import type { FoundFault } from './faults.ts';
import { findRuleFault } from './rules/find-rule-fault.ts';
import { isSourceName } from './sources/find-source.ts';
import { findNearest, showPassage } from './sources/passages.ts';
import type { EvidenceContext, SourcePart } from './sources/source-documents.ts';
import { isRow } from './tables/is-row.ts';
import type { HeldFigure, HeldIndex } from './values/held-figure.ts';
import type { TypedDate } from './values/typed-dates.ts';
import { readTyped } from './values/typed-figure.ts';

/** Fewest words of a quote that is checked: anywhere in a claim, or right before its footnote. */
const quoteWords = { anywhere: 4, adjacent: 2 };

/** The findings of the rules on a claim whose footnotes are right. */
export interface ClaimFindings {
  /** Words of a misquote. */
  misquote: { quote: string; reason: string; passage: string | null } | null;
  fault: FoundFault | null;
  derivation: Derivation | null;
  view: ClaimView;
  held: FigureFindings['held'];
  /** The words of the cited passages. */
  passage: string | null;
}

export interface Shared extends EvidenceContext {
  /** How the document writes its numbers. */
  style: NumberStyle;
  language: Language;
  headings: ReadonlySet<string>;
  /** Figures that the document verifies in other sentences. */
  elsewhere: HeldIndex;
  /** Dates of the brief and of all footnotes: a sentence may name them too. */
  givenDates: readonly TypedDate[];
}

type LabelledFootnote = CheckedFootnote & { label: string };

/**
 * Checks a claim against its sources. One that is too long to be one sentence is checked in pieces, of which the first
 * with a fault tells.
 */
export async function checkWhole(claim: Claim, footnotes: LabelledFootnote[], shared: Shared): Promise<ClaimFindings> {
  const [first = claim, ...rest] = cutClaim(claim);
  let told = await checkClaim(first, footnotes, shared);
  for (const piece of rest) {
    if (told.misquote || told.fault?.isSure) return told;
    if (shared.slice.isUsedUp()) await shared.slice.yieldToEventLoop();
    const next = await checkClaim(piece, footnotes, shared);
    if (next.misquote || next.fault?.isSure || told.fault === null)
      told = next.fault || next.misquote || next.derivation ? next : told;
  }
  return told;
}

/** Checks the quotes, figures and words of a claim against its sources. */
async function checkClaim(claim: Claim, footnotes: LabelledFootnote[], shared: Shared): Promise<ClaimFindings> {
  const cited = footnotes.map((footnote) => ({ ...footnote, passages: [...footnote.passages] }));
  for (const quote of claim.quotes) {
    if (!isChecked(quote, claim, shared)) continue;
    const found = await findQuoted(quote.words, cited, shared);
    if (found !== null && !('words' in found)) {
      const view = viewClaim(claim, cited, shared.style, shared.language);
      return { misquote: found, fault: null, derivation: null, view, held: [], passage: null };
    }
    const first = cited.find(({ document }) => document !== null);
    if (found && first) first.passages.push(found);
  }
  for (const footnote of cited) if (footnote.quote === null) await addNearest(footnote, claim, shared);
  const view = viewClaim(claim, cited, shared.style, shared.language);
  const known = await gatherKnown(cited, view, shared);
  const names = readNames(cited);
  const isName = ({ values }: { values: number[] }) => values.some((value) => names.has(value));
  const dates = await checkDates(view, cited, shared.givenDates, shared.slice);
  const isDate = ({ start, end }: { start: number; end: number }) =>
    dates.settled.some((date) => start >= date.start && end <= date.end);
  const undated = { ...view, figures: view.figures.filter((figure) => !isDate(figure)) };
  const figures = checkFigures(undated, known, shared.elsewhere, isName);
  const fault: FoundFault | null = dates.fault?.isSure
    ? dates.fault
    : figures.fault === null
      ? (findRuleFault(view, figures) ?? dates.fault)
      : { fault: figures.fault, isSure: true };
  const words = view.passages.map(({ text }) => text).join(' … ');
  return {
    ...{ misquote: null, fault, view, held: figures.held },
    derivation: figures.derivation,
    passage: words === '' ? null : showPassage(words),
  };
}

/**
 * Returns false for titles of sources or of the document's own sections: in quotation marks they are names, not quotes.
 */
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
): Promise<StyledPassage | { quote: string; reason: string; passage: string | null } | null> {
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

/** For a footnote that only names a source, the stretch of it that is nearest to the claim counts as its passage. */
async function addNearest(footnote: CheckedFootnote, { sentence }: Claim, { slice }: Shared): Promise<void> {
  if (footnote.passages.length > 0) return;
  const texts = footnote.parts.map(({ text }) => text);
  const nearest = await findNearest(texts, sentence, slice);
  const part = footnote.parts.find(({ text }) => text === nearest?.text);
  if (nearest && part && nearest.shared >= minShared) footnote.passages.push(readStyled(part, nearest.place));
}

/** A passage is shown as the nearest one if it shares at least this part of the claim's words. */
const minShared = 0.4;

/** Numbers in the names of the cited sources and places. */
function readNames(footnotes: CheckedFootnote[]): Set<number> {
  const names = footnotes.map(({ document, source }) => `${document?.title ?? ''}\n${source.location ?? ''}`);
  return new Set(names.flatMap((name) => readNumbers(name, anyStyle).flatMap(({ values }) => values)));
}

/**
 * Figures of the cited passages and of what stands around them; of a source that is cited without words, all its
 * figures.
 */
async function gatherKnown(footnotes: LabelledFootnote[], view: ClaimView, { slice }: Shared): Promise<HeldFigure[]> {
  const known: HeldFigure[] = view.passages.flatMap(({ figures, citation }) =>
    figures.map((figure) => ({ figure, citation, origin: 'passage' as const })),
  );
  for (const { around, citation } of view.passages)
    known.push(...around.map((figure) => ({ figure, citation, origin: 'document' as const })));
  for (const { label, quote, parts } of footnotes) {
    if (quote !== null) continue;
    for (const part of parts) {
      const figures = await readPart(part, slice);
      known.push(...figures.map((figure) => ({ figure, citation: label, origin: 'table' as const })));
    }
  }
  return known;
}

const partFigures = new WeakMap<SourcePart, ReturnType<typeof readTyped>>();

/** Reads the figures of a whole part in pieces, and those of its tables. */
async function readPart(part: SourcePart, slice: Shared['slice']): Promise<ReturnType<typeof readTyped>> {
  const known = partFigures.get(part);
  if (known) return known;
  const figures = part
    .tables()
    .flatMap(({ rows }) => rows.flatMap((row) => row.figures.flatMap((figure) => figure ?? [])));
  for (let at = 0; at < part.text.length; ) {
    const newline = part.text.indexOf('\n', at + 800);
    const end = newline === -1 || newline > at + 4_000 ? Math.min(part.text.length, at + 2_000) : newline;
    const piece = part.text.slice(at, end);
    figures.push(
      ...readTyped(
        piece
          .split('\n')
          .filter((line) => !isRow(line))
          .join('\n'),
        part.numberStyle(),
      ),
    );
    at = end;
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
  }
  partFigures.set(part, figures);
  return figures;
}
