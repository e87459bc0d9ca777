import { readSpans } from '../values/time-spans.ts';
import {
  areComparable,
  comparePeriods,
  fitsDirection,
  fitsOrder,
  hasUnitOf,
  type Input,
  type Operation,
  type Target,
} from './operation.ts';
import { isCost } from './shares.ts';

/** Most pairs among which an operation counts that no word tells. */
const maxUntold = 12;

/** A margin between two that compete. */
const isLead = /margin (?:of|over)|\bby\b/iu;

/**
 * Growth in percent: two figures of one thing in an order that fits their periods, and a direction that fits the words.
 */
export const findGrowth: Operation = function* (target, { pairs }) {
  if (target.figure.kind !== 'percent') return;
  const isTold = target.cues.direction !== 0 || target.figure.sign !== 0 || target.cues.difference;
  if (!isTold && pairs.length > maxUntold) return;
  // A margin is no growth.
  if (target.cues.margin && target.cues.direction === 0 && target.figure.sign === 0 && !isLead.test(target.sentence))
    return;
  for (const [from, to] of pairs) {
    if (!areComparable(from, to) || from.figure.value === 0 || comparePeriods(from, to) > 0) continue;
    if (!fitsDirection(target, to.figure.value - from.figure.value)) continue;
    yield to.figure.value >= from.figure.value
      ? { expression: '(b - a) / a * 100', inputs: [from, to] }
      : { expression: '(a - b) / a * 100', inputs: [from, to] };
  }
};

/** Difference of two percentages in points. */
export const findPoints: Operation = function* (target, { pairs }) {
  if (target.figure.kind !== 'points') return;
  const factor = target.figure.unit === 'bp' ? ' * 100' : '';
  for (const [from, to] of pairs) {
    if (from.figure.kind !== 'percent' || to.figure.kind !== 'percent' || comparePeriods(from, to) > 0) continue;
    const change = to.figure.value - from.figure.value;
    if (change === 0 || !fitsDirection(target, change)) continue;
    yield { expression: change > 0 ? `(b - a)${factor}` : `(a - b)${factor}`, inputs: [from, to] };
  }
};

const profit =
  /\bprofit|\bearns?\b|contribut|\bleaves?\b|gewinn|überschuss|ertrag|verdien|bénéfice|gagne|garde|conserve|beneficio|ganancia|gana(?!\p{L})|利益|もうけ|儲け|粗利|残る/iu;

/** Difference of two figures in their unit. */
export const findDifference: Operation = function* (target, { pairs, near }) {
  const { kind } = target.figure;
  if (kind === 'percent' || kind === 'times' || kind === 'points') return;
  const isTold = target.cues.difference || target.cues.direction !== 0 || target.figure.sign !== 0;
  const isProfit = target.figure.kind === 'currency' && (target.cues.margin || profit.test(target.sentence));
  for (const [from, to] of pairs) {
    if (!areComparable(from, to) || !hasUnitOf(target, from) || from.figure.kind === 'percent') continue;
    if (comparePeriods(from, to) > 0) continue;
    const change = to.figure.value - from.figure.value;
    if (change === 0 || !fitsDirection(target, change)) continue;
    // "A gets 1.5 million less than B" tells which of the two is the smaller one.
    if (target.cues.direction !== 0 && comparePeriods(from, to) === 0 && !fitsOrder(target, to, from)) continue;
    // A difference that no word announces counts if it is exact and both figures stand in one place.
    const isAlone = from.figure.unit !== null && isOnlyPair(from, to, near);
    if (isProfit && isCost(from, target.context)) {
      yield { expression: 'b - a', inputs: [from, to] };
      continue;
    }
    if (!isTold && (from.citation !== to.citation || (target.figure.value < 10 && !isAlone))) continue;
    yield { expression: change > 0 ? 'b - a' : 'a - b', inputs: [from, to] };
  }
};

/** Returns true for the only two figures of their unit in one passage. */
function isOnlyPair(one: Input, other: Input, near: readonly Input[]): boolean {
  const alike = near.filter(({ figure, citation }) => citation === one.citation && figure.unit === one.figure.unit);
  return alike.length === 2 && alike.includes(one) && alike.includes(other);
}

/** Compound growth a year over the years between two figures. */
export const findCompoundGrowth: Operation = function* (target, { pairs, near }) {
  if (target.figure.kind !== 'percent' || !isYearly(target)) return;
  const told = near.filter(({ figure }) => figure.unit === 'yr' && figure.value >= 2 && figure.value <= 50);
  for (const [from, to] of pairs) {
    if (!areComparable(from, to) || from.figure.value <= 0 || to.figure.value <= 0 || comparePeriods(from, to) > 0)
      continue;
    if (!fitsDirection(target, to.figure.value - from.figure.value)) continue;
    const years = yearsBetween(from.figure.period?.name, to.figure.period?.name);
    const spans = new Set([...(years === null ? told.map(({ figure }) => figure.value) : [years]), ...spansOf(target)]);
    for (const span of spans) {
      const growth = `((b / a) ^ (1 / ${span}) - 1) * 100`;
      yield { expression: to.figure.value >= from.figure.value ? growth : `-(${growth})`, inputs: [from, to] };
    }
  }
};

/** Returns true if a sentence tells its growth for each year: by its words, or as a mean. */
function isYearly({ cues, sentence }: Target): boolean {
  return cues.compound || cues.average || readSpans(sentence).some(({ unit, count }) => unit === 'year' && count === 1);
}

/** Returns the lengths of time between the years that sentence and passages name. */
function spansOf({ sentence, context }: Target): number[] {
  const years = [...`${sentence} ${context}`.matchAll(/(?<!\d)(?:19|20)\d{2}(?!\d)/g)].map(([year]) => Number(year));
  return [...new Set(years.flatMap((one) => years.map((other) => one - other)))].filter(
    (span) => span >= 2 && span <= 30,
  );
}

function yearsBetween(from: string | undefined, to: string | undefined): number | null {
  const [first, last] = [from, to].map((name) => Number(/^\d{4}/.exec(name ?? '')?.[0] ?? Number.NaN));
  return first !== undefined && last !== undefined && last > first ? last - first : null;
}

const indexed =
  '(?:index(?:ed)?|indexiert|rebased|base|basis|indice|índice|gesetzt|set|taken|taking|equal(?:s|ling)?|gleich|=|(?:19|20)\\d{2})';
const toHundred = new RegExp(
  `(?<![\\p{L}\\d])${indexed}\\s?(?:\\p{L}+\\s){0,2}?(?:as|at|to|is|of|equals|equal to|being|auf|mit|von|gleich|à|a|de|es|en|como|=|est|ist|:)?\\s?100(?![\\d.,]\\d|\\d|\\s?%)|を\\s?100(?![\\d.,])|100(?:とする|とした|として|を基準)|(?<![\\d.,])100 gesetzt`,
  'iu',
);

/** Returns true for a sentence that sets a figure to 100: "2021 = 100", "with 2021 set to 100". */
export function hasBase(sentence: string): boolean {
  return toHundred.test(sentence);
}

/** Value of an index: a figure in percent of that of its base. */
export const findIndex: Operation = function* (target, { pairs }) {
  if (
    !(target.cues.index || hasBase(target.sentence)) ||
    (target.figure.kind !== 'plain' && target.figure.kind !== 'points')
  )
    return;
  for (const [base, now] of pairs) {
    if (!areComparable(base, now) || base.figure.value === 0 || comparePeriods(base, now) > 0) continue;
    yield { expression: 'b / a * 100', inputs: [base, now] };
  }
};
