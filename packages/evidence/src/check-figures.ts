import type { Derivation } from '@ecp/contract/values/citations';
import { findNegations } from '@ecp/language/meaning/polarity-words';
import { findEstimates } from '@ecp/language/meaning/speech-words';
import { mayAgree, readPeriods } from '@ecp/language/read-periods';
import type { ClaimView } from './claim-view.ts';
import { readBases, usesBase } from './derive/bases.ts';
import { hasBase } from './derive/changes.ts';
import { findDerivation } from './derive/find-derivation.ts';
import { gatherInputs, wordsOf } from './derive/gather-inputs.ts';
import { type Input, nameInput } from './derive/operation.ts';
import { isUnitOfRatio } from './derive/ratio-words.ts';
import { followEquations } from './derive/read-equations.ts';
import { readDirection, readOperationCues } from './derive/read-operation-cues.ts';
import { ofHundred } from './derive/shares.ts';
import { wordsBeside } from './derive/words-beside.ts';
import type { Fault } from './faults.ts';
import type { SheetTable } from './tables/sheet-table.ts';
import { findHeld, type HeldFigure, HeldIndex } from './values/held-figure.ts';
import { compareUnits, isSameValue } from './values/match-figures.ts';
import type { TypedFigure } from './values/typed-figure.ts';

/** Up to so many figures of the material are compared one by one. */
const fewKnown = 64;
/** Most figures of a sentence for which a computation is sought, and most that it may compute with. */
const maxDerived = 12;
const maxNear = 60;
/** Most verified figures before a sentence that it may compute with. */
const maxElsewhere = 10;

/** Greatest number of things that a sentence may count in passing. */
const maxCounted = 12;

/** The findings on the figures of a claim. */
export interface FigureFindings {
  fault: Fault | null;
  /** How the first computed figure follows. Null if none is computed. */
  derivation: Derivation | null;
  /** Figures that stand in a passage, with that figure. */
  held: { figure: TypedFigure; found: HeldFigure }[];
}

/**
 * Checks the figures of a claim. Each one must stand in a cited passage with its unit, be one that is shown rounded, or
 * follow from verified ones.
 * @param known figures of the cited material
 * @param elsewhere figures that the document verifies in other sentences
 * @param isName returns whether a number stands in a name, such as the title of a source
 */
export function checkFigures(
  view: ClaimView,
  known: readonly HeldFigure[],
  elsewhere: HeldIndex,
  isName: (figure: TypedFigure) => boolean,
): FigureFindings {
  // A source that is cited as a whole has many figures.
  const index = known.length > fewKnown ? new HeldIndex(known) : null;
  const find = (figure: TypedFigure) => (index ? index.find(figure) : findHeld(figure, known));
  const findings: FigureFindings = { fault: null, derivation: null, held: [] };
  const open: TypedFigure[] = [];
  for (const figure of view.figures) {
    const found = find(figure);
    if (found) findings.held.push({ figure, found });
    else if (figure.form !== 'word' && !isName(figure)) open.push(figure);
  }
  if (open.length === 0) return findings;
  const shown = followEquations(view.text, view.own, [index ?? known, elsewhere]);
  findings.derivation = shown.derivation;
  const isShown = (figure: TypedFigure) => shown.held.some((one) => isSameFigure(one.figure, figure));
  const near = listNear(view, known, find);
  const counted = findCounted(view, open, near);
  let derived = 0;
  const wrong = open.filter((figure) => {
    if (
      isShown(figure) ||
      isOtherThing(figure, known, elsewhere) ||
      isConvention(view, figure) ||
      counted?.explained.includes(figure.start)
    )
      return false;
    derived += 1;
    if (derived > maxDerived) return true;
    const derivation = derive(view, figure, near) ?? deriveFromElsewhere(view, figure, near, elsewhere);
    if (derivation) findings.derivation ??= derivation;
    return derivation === null;
  });
  findings.derivation ??= counted?.derivation ?? null;
  const unequal = open.filter((figure) => shown.wrong.some(({ start }) => start === figure.start));
  if (unequal.length > 0) return { ...findings, derivation: null, fault: explain(unequal, []) };
  const left = wrong.filter((figure) => !countsInputs(figure, view, findings.derivation));
  if (left.length > 0 && !isOwnEstimate(view, left, findings.held)) findings.fault = explain(left, known);
  return findings;
}

/**
 * Returns true for a percentage that the document verifies elsewhere, of which kind the passage has none to mix it
 * with.
 */
function isOtherThing(figure: TypedFigure, known: readonly HeldFigure[], elsewhere: HeldIndex): boolean {
  if (
    figure.kind !== 'percent' ||
    !known.some(({ origin }) => origin === 'passage') ||
    known.some(({ origin, figure: one }) => origin !== 'document' && one.kind === 'percent')
  )
    return false;
  return elsewhere.near(figure).some((one) => one.figure.kind === 'percent' && isSameValue(figure, one.figure));
}

const isSameFigure = (one: TypedFigure, other: TypedFigure) =>
  one.start === other.start ||
  (isSameValue(one, other) && ['same', 'open'].includes(compareUnits(one, other)) && one.kind !== 'year');

/** Returns true for the number of rows that a sentence cites, or of the amounts that it adds: "the 2 sites". */
function countsInputs(figure: TypedFigure, { text, own, passages }: ClaimView, derivation: Derivation | null): boolean {
  const { value, kind, unit } = figure;
  if (spanUnits.has(unit ?? '') && isFactorOf(value, derivation)) return true;
  const base = readBases(text).find(({ start }) => start === figure.start);
  if (base && (derivation ? usesBase(derivation.expression, base) : own.some(({ form }) => form === 'word')))
    return true;
  if (kind !== 'plain' || value < 2 || value > maxCounted) return false;
  return value === passages.filter(({ row }) => row !== null).length || value === derivation?.inputs.length;
}

const spanUnits: ReadonlySet<string> = new Set(['d', 'wk', 'mo', 'qtr', 'yr']);

/**
 * Returns true for a length of time that another figure was computed for: the 3 years of "a * 36", 4 of "^ (1 / 4)".
 */
function isFactorOf(value: number, derivation: Derivation | null): boolean {
  const [, factor] = /^(?:a [*/] |.*\^ \(1 \/ )(\d+)\b/.exec(derivation?.expression ?? '') ?? [];
  return factor !== undefined && value >= 2 && Number.isInteger(Number(factor) / value);
}

/** The base of an index, "of every hundred", the one in "12 to 1", the 12 months of a year and "a quarter" of one. */
function isConvention({ text: sentence, language, passages, tables }: ClaimView, figure: TypedFigure): boolean {
  const { value, unit } = figure;
  // "7 days faster" is a week only where the passage tells no days: else it is their difference.
  const isChange =
    readDirection(sentence, figure, language) !== 0 &&
    passages.some(({ figures }) => figures.filter((one) => one.unit === unit).length > 1);
  return (
    (!isChange && isWholePeriod(sentence, figure)) ||
    (figure.kind === 'year' &&
      (passages.some(({ text }) => namesYear(text, value)) || tables.some(({ table }) => hasYear(table, value)))) ||
    isUnitOfRatio(sentence, figure) ||
    (value === 100 && (hasBase(sentence) || ofHundred.test(sentence)))
  );
}

/** Returns true for a text that names a year as part of another period: 2024 in "FY24" and "2023/24". */
function namesYear(text: string, year: number): boolean {
  return readPeriods(text).some(({ period }) => /^\d{4}/.test(period) && mayAgree(period, String(year)));
}

/** Returns true for a table with a column or row of a year: its figures are those of that period. */
function hasYear({ rows }: SheetTable, year: number): boolean {
  return rows.some(({ figures }) =>
    figures.some(
      (figure) => figure?.period && mayAgree(figure.period.name, String(year)) && /^\d{4}/.test(figure.period.name),
    ),
  );
}

/** Lengths of time that everybody knows, by the unit that they are told in. */
const wholePeriods: Readonly<Record<string, readonly number[]>> = {
  ...{ mo: [1, 3, 6, 12], qtr: [1, 4], wk: [1, 4, 52], d: [1, 7, 365], yr: [1], h: [1, 24], min: [1, 60] },
};

function isWholePeriod(sentence: string, { unit, value, form, start, hedge }: TypedFigure): boolean {
  if (form === 'fraction')
    return (
      value === 25 &&
      /(?:\d|\p{L}) $/u.test(sentence.slice(0, start)) &&
      /^a quarter(?! of)/iu.test(sentence.slice(start))
    );
  return hedge === null && (wholePeriods[unit ?? '']?.includes(value) ?? false);
}

/**
 * Finds how many rows of the cited table meet the bound of a sentence: "three of the five sell for more than 6,000".
 */
function findCounted(
  view: ClaimView,
  open: readonly TypedFigure[],
  near: Input[],
): { explained: number[]; derivation: Derivation } | null {
  const { text: sentence, language, tables, own } = view;
  const { counts } = gatherInputs({ sentence, language, near, own, tables });
  const told = own.filter(({ kind, form }) => kind === 'plain' && form !== 'fraction');
  const size = counts.find((one) => one.bound === undefined)?.count ?? 0;
  for (const { count, of, bound } of counts) {
    if (bound === undefined || !open.some(({ start }) => start === bound)) continue;
    const counted = told.find(({ value, start }) => value === count && start !== bound);
    const share = own.find(({ form, value }) => form === 'fraction' && Math.abs((value / 100) * size - count) < 0.05);
    const isNone = count === 0 && findNegations(sentence, language).length > 0;
    if (!counted && !share && !isNone) continue;
    const inputs = of.slice(0, 26).map(({ figure, citation }, index) => {
      return { label: nameInput(index), value: figure.value, unit: figure.unit, citation };
    });
    const explained = [bound, ...[counted, share].flatMap((one) => one?.start ?? [])];
    return { explained, derivation: { expression: String(count), inputs, result: count } };
  }
  return null;
}

function listNear(
  view: ClaimView,
  known: readonly HeldFigure[],
  find: (figure: TypedFigure) => HeldFigure | null,
): Input[] {
  const inSentence = view.own.flatMap((figure): Input[] => {
    const found = find(figure);
    if (found === null) return [];
    const exact =
      figure.form === 'digits'
        ? { ...found.figure, start: figure.start, period: figure.period ?? found.figure.period }
        : figure;
    return [{ figure: exact, citation: found.citation, origin: 'sentence' }];
  });
  const words = new Map(
    view.passages.map((passage) => [passage.citation, new Set(passage.words.map(({ stem }) => stem))]),
  );
  const beside = new Map(
    view.passages.flatMap(({ text, figures, language }) => {
      const lists = wordsBeside(text, figures, language);
      return figures.map((figure, index) => [figure, lists[index]] as const);
    }),
  );
  // If there are several rows, the tables tell which ones the sentence names.
  const ofRows = new Set(view.passages.filter(({ row }) => row === null).flatMap(({ figures }) => figures));
  const rest = known.filter(
    ({ origin, figure }) =>
      origin === 'passage' &&
      !(figure.cell !== null && ofRows.has(figure)) &&
      !inSentence.some((one) => one.figure.value === figure.value && one.figure.unit === figure.unit),
  );
  const named = rest.map(({ figure, citation, origin }): Input => {
    if (figure.cell) return { figure, citation, origin, words: wordsOf(figure, view.language) };
    const [all, own] = [words.get(citation), beside.get(figure)];
    return { figure, citation, origin, ...(all ? { words: all } : {}), ...(own ? { beside: own } : {}) };
  });
  return [...inSentence.slice(0, maxNear), ...named.slice(0, maxNear)];
}

function derive(view: ClaimView, figure: TypedFigure, near: Input[]): Derivation | null {
  const { text: sentence, language, tables, own } = view;
  const context = view.passages.map((passage) => passage.text).join('\n');
  const cues = readOperationCues(sentence, figure, language);
  const others = near.filter((input) => input.origin !== 'sentence' || input.figure.start !== figure.start);
  return findDerivation(
    { figure, sentence, language, cues, context, others: own.filter(({ start }) => start !== figure.start) },
    gatherInputs({ sentence, language, near: others, own, tables }),
  );
}

/** Fewest words that a sentence shares with the passage of a figure elsewhere that it computes with. */
const minRelated = 2;

/** Derives a figure from one of the sentence or its passages and one that the document verifies elsewhere. */
function deriveFromElsewhere(
  view: ClaimView,
  figure: TypedFigure,
  near: Input[],
  elsewhere: HeldIndex,
): Derivation | null {
  if (near.length === 0) return null;
  const stems = new Set(view.words.map(({ stem }) => stem));
  const related = elsewhere.related(stems, minRelated, maxElsewhere);
  if (related.length === 0) return null;
  const found = derive(view, figure, [...near, ...related.map((one) => ({ ...one, origin: 'document' as const }))]);
  const isNear = found?.inputs.some(({ value }) => near.some((input) => input.figure.value === value)) ?? false;
  return isNear && (found?.inputs.length ?? 0) <= 2 ? found : null;
}

/** Returns true for one figure that the sentence calls an estimate beside a verified figure, which is its basis. */
function isOwnEstimate(view: ClaimView, open: TypedFigure[], held: FigureFindings['held']): boolean {
  const wrong = open.filter(({ form }) => form !== 'fraction');
  return wrong.length === 1 && held.length > 0 && findEstimates(view.text, view.language).length > 0;
}

/** "Five weeks" is not "5 percent" in another unit: a count in words and a percentage are two things. */
const isOneForm = (one: TypedFigure, other: TypedFigure) => (one.form === 'word') === (other.form === 'word');

/** Says why figures are wrong: another unit, or no passage has them. */
function explain(wrong: TypedFigure[], known: readonly HeldFigure[]): Fault {
  for (const figure of wrong.slice(0, maxDerived)) {
    const unscaled = known.find(({ figure: one }) => {
      const isBare = one.bare?.values.some((value) => figure.values.includes(value)) ?? false;
      return isBare && ['same', 'open'].includes(compareUnits(figure, one));
    });
    if (unscaled?.figure.bare) return { kind: 'unit', figure: figure.shown, found: unscaled.figure.bare.words };
    const other = known.find(
      (one) =>
        isSameValue(figure, one.figure) &&
        one.figure.unit !== null &&
        one.figure.unit !== figure.unit &&
        isOneForm(figure, one.figure),
    );
    if (!other || figure.unit === null) continue;
    if (compareUnits(figure, other.figure) === 'points') return { kind: 'points', figure: figure.shown };
    return { kind: 'unit', figure: figure.shown, found: other.figure.unit ?? '' };
  }
  return { kind: 'figures', figures: [...new Set(wrong.map(({ shown }) => shown))] };
}
