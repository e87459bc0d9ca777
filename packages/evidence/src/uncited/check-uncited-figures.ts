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
import { findHeld, type HeldFigure } from '../values/held-figure.ts';
import { isRounding } from '../values/match-figures.ts';
import { readTyped, type TypedFigure } from '../values/typed-figure.ts';

/** Counts up to this are of the document's own things: "3 options". */
const smallCount = 12;

/** The grounds that an uncited sentence may rest on. */
export interface Grounds {
  /** Figures that the document verifies, in its order. */
  verified: readonly HeldFigure[];
  /** Figures of the brief. */
  given: readonly HeldFigure[];
  style: NumberStyle;
  language: Language;
  /** The words before a sentence in its block. */
  before?: string;
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
 * figures of the world. An estimate shows its basis.
 * @returns null if there is nothing to say
 */
export function checkUncitedFigures(
  claim: Claim,
  { verified, given, style, language, before = '' }: Grounds,
): UncitedFindings | null {
  const sentence = claim.stretch;
  const figures = readOwn(claim, style, language);
  if (figures.length === 0 || /[?？]\s*$/.test(claim.sentence)) return null;
  const own = claim.columns === null ? readTyped(sentence, style) : figures;
  const shown = followEquations(sentence, own, [...verified, ...given]);
  const known = [...verified, ...given, ...shown.held];
  const estimates = findEstimates(sentence, language).length > 0;
  if (findProposals(sentence, language).length > 0 && !estimates) return null;
  let derivation = shown.derivation;
  const open: TypedFigure[] = [...shown.wrong];
  const isKnown = (figure: TypedFigure) => findHeld(figure, known) !== null;
  const nearby: Nearby = {
    equations: readEquations(sentence, own).filter(({ value }) => value !== null),
    near: [...readTyped(before, style), ...own].filter((figure) => figure.kind !== 'year' && isKnown(figure)),
    cells: verified.flatMap(({ figure }) => (figure.cell ? figure : [])),
  };
  const computed = shown.held.map((one) => one.figure);
  for (const figure of figures) {
    if (open.includes(figure) || findHeld(figure, known)) continue;
    const found = derive(sentence, figure, own, known, language) ?? follow(figure, nearby);
    if (!found) open.push(figure);
    else {
      derivation ??= found;
      computed.push(figure);
    }
  }
  if (open.length === 0) return derivation === null ? null : { fault: null, derivation, computed };
  if (nearby.equations.length + shown.wrong.length === 0 && isOwnProduct(own, open)) return null;
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
  known: readonly HeldFigure[],
  language: Language,
): Derivation | null {
  const inSentence: Input[] = own
    .filter((other) => other.start !== figure.start && findHeld(other, known) !== null)
    .map((other) => ({ figure: other, citation: findHeld(other, known)?.citation ?? null, origin: 'sentence' }));
  const stems = new Set(readContentWords(sentence, language).map(({ stem }) => stem));
  const isRelated = ({ words }: HeldFigure) => words !== undefined && [...words].some((stem) => stems.has(stem));
  const before = known.filter((one) => one.figure.kind !== 'year' && isRelated(one)).slice(-8);
  const near = [...inSentence, ...before.map((one) => ({ ...one, origin: 'document' as const }))];
  const cues = readOperationCues(sentence, figure, language);
  return findDerivation(
    { figure, sentence, language, cues, context: '', others: own.filter(({ start }) => start !== figure.start) },
    gatherInputs({ sentence, language, near, own, tables: [] }),
  );
}
