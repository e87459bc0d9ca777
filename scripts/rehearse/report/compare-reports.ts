import { addUp, type Measure, measures, type Ratio } from './measures.ts';
import type { CaseReport, ModelReport, RehearsalReport } from './report-file.ts';

/** `chance` is a difference so small that it is also likely between equal rehearsals. */
export type Verdict = 'better' | 'worse' | 'same' | 'chance' | 'too few cases' | 'no data';

/** A measure of one model in the same cases of two rehearsals. */
export interface MeasureChange {
  measure: Measure;
  before: Ratio;
  now: Ratio;
  /** Probability of a difference at least that large between equal rehearsals; null without data. */
  probability: number | null;
  verdict: Verdict;
}

/** The changes of one model. `cases` are those that both rehearsals ran to an end, with the same engagement and key. */
export interface ModelChange {
  model: string;
  modelBefore: string;
  cases: string[];
  changes: MeasureChange[];
}

/** A difference counts if its probability is at most this. */
export const significance = 0.05;
/** The smallest number of cases for a verdict: five cases all change alike by chance with a probability of 2 in 32. */
export const minCases = 6;
/** Up to this number of cases all exchanges are tried. For more cases, exchanges are drawn at random. */
const maxExactCases = 16;
const drawnExchanges = 10_000;

/** Compares the models that two rehearsals share. If each has only one model, it compares these two. */
export function compareReports(before: RehearsalReport, now: RehearsalReport): ModelChange[] {
  const [only, ...others] = before.models;
  const isSingle = only !== undefined && others.length === 0 && now.models.length === 1;
  return now.models.flatMap((model) => {
    const counterpart = before.models.find((one) => one.model === model.model) ?? (isSingle ? only : undefined);
    return counterpart === undefined ? [] : [compareModel(counterpart, model)];
  });
}

function compareModel(before: ModelReport, now: ModelReport): ModelChange {
  const pairs = now.cases.flatMap((report): [CaseReport, CaseReport][] => {
    const old = before.cases.find((one) => one.case === report.case && one.fingerprint === report.fingerprint);
    const isWhole = [old, report].every((one) => one !== undefined && one.outcome !== 'interrupted');
    return old !== undefined && isWhole ? [[old, report]] : [];
  });
  return {
    model: now.model,
    modelBefore: before.model,
    cases: pairs.map(([, report]) => report.case),
    changes: measures.map((measure) => compareMeasure(measure, pairs)),
  };
}

function compareMeasure(measure: Measure, pairs: [CaseReport, CaseReport][]): MeasureChange {
  const ratios = pairs.map(([before, now]): [Ratio, Ratio] => [measure.of(before), measure.of(now)]);
  const [before, now] = [addUp(ratios.map(([one]) => one)), addUp(ratios.map(([, one]) => one))];
  const probability = exchangeProbability(ratios);
  return { measure, before, now, probability, verdict: judge(measure, { before, now, probability, ratios }) };
}

function judge(
  measure: Measure,
  { before, now, probability, ratios }: Omit<MeasureChange, 'measure' | 'verdict'> & { ratios: [Ratio, Ratio][] },
): Verdict {
  if (probability === null) return 'no data';
  const difference = now.part / now.whole - before.part / before.whole;
  if (difference === 0) return 'same';
  // n cases that differ all change in the same direction by chance with a probability of 2 in 2^n.
  const differing = ratios.filter(([a, b]) => a.part * b.whole !== b.part * a.whole).length;
  if (2 / 2 ** differing > significance) return ratios.length < minCases ? 'too few cases' : 'chance';
  if (probability > significance) return 'chance';
  return difference > 0 === (measure.better === 'higher') ? 'better' : 'worse';
}

/**
 * Exact test by exchange: if the two rehearsals were equal, each case could have had its results the other way round.
 * Returns the share of all exchanges whose difference is at least the one seen. A case is the unit, because its items
 * come from the same papers.
 */
function exchangeProbability(ratios: readonly [Ratio, Ratio][]): number | null {
  const seen = differenceOf(ratios, () => false);
  if (seen === null) return null;
  const isExact = ratios.length <= maxExactCases;
  const count = isExact ? 2 ** ratios.length : drawnExchanges;
  const draw = openDice();
  let asLarge = 0;
  for (let exchange = 0; exchange < count; exchange += 1) {
    const isSwapped = (index: number) => (isExact ? ((exchange >> index) & 1) === 1 : draw() < 0.5);
    const difference = differenceOf(ratios, isSwapped);
    if (difference !== null && Math.abs(difference) >= Math.abs(seen) - 1e-12) asLarge += 1;
  }
  return asLarge / count;
}

function differenceOf(ratios: readonly [Ratio, Ratio][], isSwapped: (index: number) => boolean): number | null {
  const [before, now] = [
    { part: 0, whole: 0 },
    { part: 0, whole: 0 },
  ];
  for (const [index, [first, second]] of ratios.entries()) {
    const [old, fresh] = isSwapped(index) ? [second, first] : [first, second];
    before.part += old.part;
    before.whole += old.whole;
    now.part += fresh.part;
    now.whole += fresh.whole;
  }
  return before.whole === 0 || now.whole === 0 ? null : now.part / now.whole - before.part / before.whole;
}

/** Returns random numbers, the same in each rehearsal (a linear congruential generator). */
function openDice(): () => number {
  let state = 20_260_101;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
