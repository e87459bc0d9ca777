import type { Derivation } from '@ecp/contract/values/citations';
import { readContentWords } from '@ecp/language/content-words';
import type { Language } from '@ecp/language/language';
import { findEstimates, findProposals } from '@ecp/language/meaning/speech-words';
import type { NumberStyle } from '@ecp/language/number-style';
import { readDates } from '@ecp/language/read-dates';
import { findDerivation } from '../derive/find-derivation.ts';
import { followNear as follow, type Nearby } from '../derive/follow-near.ts';
import { gatherInputs } from '../derive/gather-inputs.ts';
import type { Input } from '../derive/operation.ts';
import { followEquations, readEquations } from '../derive/read-equations.ts';
import { readOperationCues } from '../derive/read-operation-cues.ts';
import type { Claim } from '../document/split-claims.ts';
import type { Fault } from '../faults.ts';
import { readRowFigures } from '../tables/sheet-table.ts';
import { findIn, type HeldIndex, type Lookup } from '../values/held-figure.ts';
import { isRounding } from '../values/match-figures.ts';
import { readTyped, type TypedFigure } from '../values/typed-figure.ts';

/** Most figures of a sentence for which a computation is sought, and most that they may follow from. */
const maxDerived = 12;
const maxRelated = 8;
/** Counts up to this are of the document's own things: "3 options". */
const smallCount = 12;

/** The grounds that an uncited sentence may rest on. */
export interface Grounds {
  /** Figures that the document verifies, in its order. */
  verified: HeldIndex;
  /** Figures of the brief. */
  given: HeldIndex;
  style: NumberStyle;
  language: Language;
}

/** A sentence without footnotes. */
export interface UncitedSentence {
  claim: Claim;
  /** The words before it in its block. */
  before: string;
  /** No word of it lets a figure be: it is a person's, and no judge is asked whether it proposes something. */
  isStrict: boolean;
  /** Its quotes that have a statement of their own. */
  checkedQuotes: ReadonlySet<string | null>;
}

/** The findings on the figures of an uncited sentence. */
export interface UncitedFindings {
  fault: Fault | null;
  derivation: Derivation | null;
  /** Figures that follow from others: they hold in the rest of the document too. */
  computed: TypedFigure[];
}

/**
 * Checks the figures of a sentence without footnotes. Each must hold elsewhere in the document, stand in the brief, or
 * follow from such figures, also by an equation that the sentence writes out. Recommendations and plans state no
 * figures of the world, and an estimate shows its basis, except in a strict sentence.
 * @returns null if there is nothing to say
 */
export function checkUncitedFigures(
  { claim: read, before, isStrict, checkedQuotes }: UncitedSentence,
  { verified, given, style, language }: Grounds,
): UncitedFindings | null {
  const claim = isStrict ? withQuotes(read, checkedQuotes) : read;
  const sentence = claim.stretch;
  const figures = readOwn(claim, style, language);
  if (figures.length === 0 || /[?？]\s*$/.test(claim.sentence)) return null;
  const own = claim.columns === null ? readTyped(sentence, style) : figures;
  const shown = followEquations(sentence, own, [verified, given]);
  const known: Lookup[] = [verified, given, shown.held];
  const estimates = !isStrict && findEstimates(sentence, language).length > 0;
  if (!isStrict && !estimates && findProposals(sentence, language).length > 0) return null;
  let derivation = shown.derivation;
  const open: TypedFigure[] = [...shown.wrong];
  const isKnown = (figure: TypedFigure) => findIn(figure, known) !== null;
  const nearby: Nearby = {
    equations: readEquations(sentence, own).filter(({ value }) => value !== null),
    near: [...readTyped(before, style), ...own].filter((figure) => figure.kind !== 'year' && isKnown(figure)),
    cells: verified.cells,
  };
  const computed = shown.held.map((one) => one.figure);
  let derived = 0;
  for (const figure of figures) {
    if (shown.wrong.includes(figure) || isKnown(figure)) continue;
    derived += 1;
    const found =
      derived > maxDerived
        ? null
        : (derive(sentence, figure, own, { known, verified }, language) ?? follow(figure, nearby));
    if (!found) open.push(figure);
    else {
      derivation ??= found;
      computed.push(figure);
    }
  }
  if (open.length === 0) return derivation === null ? null : { fault: null, derivation, computed };
  if (!isStrict && nearby.equations.length + shown.wrong.length === 0 && isOwnProduct(own, open)) return null;
  // An estimate from figures that stand beside it shows its basis.
  if (estimates) {
    const others = own.filter(({ start, kind }) => kind !== 'year' && start !== open[0]?.start);
    const isShown = others.length > 0;
    const [first] = open;
    return isShown || !first
      ? null
      : { fault: { kind: 'estimate', figure: first.shown }, derivation: null, computed: [] };
  }
  const fault: Fault = { kind: 'uncitedFigures', figures: open.map((one) => one.shown) };
  return { fault, derivation: null, computed };
}

/** At most this many quotes of a sentence are read as its own words. */
const maxOwnQuotes = 20;

/** Returns a claim whose words include those of its quotes that nothing else checks, such as “13.7 %”. */
function withQuotes(claim: Claim, checked: ReadonlySet<string | null>): Claim {
  let { stretch } = claim;
  let from = 0;
  for (const { words } of claim.quotes.slice(0, maxOwnQuotes)) {
    const at = claim.sentence.indexOf(words, from);
    if (at < 0) continue;
    from = at + words.length;
    if (!checked.has(words)) stretch = stretch.slice(0, at) + words + stretch.slice(from);
  }
  return { ...claim, stretch };
}

/** Returns true if a figure is the product of two or more others of its sentence, which shows what it rests on. */
function isOwnProduct(own: readonly TypedFigure[], open: readonly TypedFigure[]): boolean {
  const largest = open.toSorted((one, other) => other.value - one.value)[0];
  if (!largest) return false;
  const others = own.filter(({ start, kind }) => kind !== 'year' && start !== largest.start).map(({ value }) => value);
  const products = [1];
  for (const value of others) {
    if (products.length > 128) break;
    for (const one of [...products]) products.push(one * value);
  }
  return others.length >= 2 && products.some((product) => isRounding(largest, product, true) && product !== 1);
}

/** Reads the figures that a sentence states: no years, dates, small counts and number words. */
function readOwn({ stretch, columns }: Claim, style: NumberStyle, language: Language): TypedFigure[] {
  const dates = readDates(stretch, language);
  const read = columns === null ? readTyped(stretch, style) : readRowFigures(stretch, columns, style);
  return read.filter(({ kind, form, value, start, shown }) => {
    if (kind === 'year' || form !== 'digits' || dates.some((date) => start >= date.start && start < date.end))
      return false;
    if (kind === 'percent' && value === 100) return false;
    return !(kind === 'plain' && Number.isInteger(value) && value <= smallCount && /^\d+$/.test(shown));
  });
}

function derive(
  sentence: string,
  figure: TypedFigure,
  own: readonly TypedFigure[],
  { known, verified }: { known: readonly Lookup[]; verified: HeldIndex },
  language: Language,
): Derivation | null {
  const inSentence = own.flatMap((other): Input[] => {
    const held = other.start === figure.start ? null : findIn(other, known);
    return held ? [{ figure: other, citation: held.citation, origin: 'sentence' }] : [];
  });
  const stems = new Set(readContentWords(sentence, language).map(({ stem }) => stem));
  const before = verified.related(stems, 1, maxRelated).filter((one) => one.figure.kind !== 'year');
  const near = [...inSentence, ...before.map((one) => ({ ...one, origin: 'document' as const }))];
  const cues = readOperationCues(sentence, figure, language);
  return findDerivation(
    { figure, sentence, language, cues, context: '', others: own.filter(({ start }) => start !== figure.start) },
    gatherInputs({ sentence, language, near, own, tables: [] }),
  );
}
