import { compareUnits } from '../values/match-figures.ts';
import { areComparable, hasUnitOf, type Input, type Operation, type Target } from './operation.ts';
import { fitsPer, readRate } from './per-what.ts';

const isAmount = ({ figure }: Input) => figure.kind !== 'year' && figure.kind !== 'percent' && figure.kind !== 'points';

/** A figure per unit: an amount divided by a count of something else. */
export const findPerUnit: Operation = function* (target, { pairs }) {
  const { kind } = target.figure;
  if (!(target.cues.rate || target.cues.average) || kind === 'percent' || kind === 'points' || kind === 'times') return;
  for (const [count, amount] of pairs) {
    if (!isAmount(count) || !isAmount(amount) || count.figure.value === 0 || !hasUnitOf(target, amount)) continue;
    const isOther = compareUnits(count.figure, amount.figure) === 'other';
    const isTable = count.figure.cell !== null && count.figure.cell.column !== amount.figure.cell?.column;
    if (
      !isOther &&
      !isTable &&
      !(count.figure.kind === 'plain' && amount.figure.kind !== 'plain') &&
      count.figure.kind !== 'plain'
    )
      continue;
    if (!fitsPer(target, count, target.language) || !fitsTime(target)) continue;
    yield { expression: 'b / a', inputs: [count, amount] };
  }
};

/** A figure per month does not follow from figures per year alone. */
function fitsTime({ sentence, context }: Target): boolean {
  const told = readRate(sentence);
  return told === null || told === 'year' || readRate(context) === told;
}

/** A product: a count at a price, or a percentage of an amount. */
export const findProduct: Operation = function* (target, { pairs }) {
  const { kind } = target.figure;
  if (kind === 'points' || kind === 'times') return;
  for (const [one, other] of pairs) {
    const [left, right] = [one.figure, other.figure];
    if (left.kind === 'percent' && kind !== 'percent' && isAmount(other) && hasUnitOf(target, other)) {
      yield { expression: 'a / 100 * b', inputs: [one, other] };
      // The rest of a count may be told in other words: "152 are men" of 412, 63 % of them women.
      const isCount = other.figure.kind === 'plain' && other.citation === one.citation && other.origin !== 'document';
      if (target.cues.direction < 0 || target.cues.remainder || isCount)
        yield { expression: '(1 - a / 100) * b', inputs: [one, other] };
      if (target.cues.direction > 0) yield { expression: '(1 + a / 100) * b', inputs: [one, other] };
      continue;
    }
    if (
      kind === 'percent' ||
      !isAmount(one) ||
      !isAmount(other) ||
      (!target.cues.rate && !/[×*]|\d\s?x\s?\d/u.test(target.sentence))
    )
      continue;
    if (left.kind === 'currency' && right.kind === 'currency') continue;
    if (!hasUnitOf(target, one) && !hasUnitOf(target, other)) continue;
    if (kind === 'currency' && left.kind !== 'currency' && right.kind !== 'currency' && left.cell === null) continue;
    yield { expression: 'a * b', inputs: [one, other] };
  }
};

/** An amount in another currency: at a rate that a passage gives. */
export const findExchange: Operation = function* (target, { near }) {
  const { unit, kind } = target.figure;
  if (kind !== 'currency') return;
  const money = near.filter(({ figure }) => figure.kind === 'currency');
  for (const amount of money) {
    if (compareUnits(target.figure, amount.figure) !== 'other') continue;
    for (const rate of money) {
      if (rate === amount || rate.figure.value === 0) continue;
      // The rate is in one of the two currencies, for one unit of the other.
      if (
        compareUnits({ ...rate.figure, unit: rate.figure.unit }, target.figure) !== 'other' &&
        rate.figure.unit !== amount.figure.unit
      )
        yield { expression: 'a * b', inputs: [amount, rate] };
      else if (rate.figure.unit === amount.figure.unit && unit !== null)
        yield { expression: 'a / b', inputs: [amount, rate] };
    }
  }
};

/** Factors between periods and units of time, with the words that call for them. */
const conversions: [RegExp, number][] = [
  [/month|monat|mois|mensuel|\bmes\b|meses|mensual|月/iu, 12],
  [/quarter|quartal|trimestr|四半期/iu, 4],
  [/week|woche|semaine|hebdo|semana|週/iu, 52],
  [/\bday|daily|\btag|täglich|jour|quotidien|\bdía|diari|日/iu, 365],
  [/\bday|daily|working|\btag|jour|día|日|営業/iu, 250],
  [/hour|stunde|heure|hora|時間/iu, 24],
  [/minute|minut|分/iu, 60],
  [
    /(?:\bday|daily|\btag|täglich|jour|\bdía|diari|日)[\s\S]*(?:month|monat|mois|\bmes|月)|(?:month|monat|mois|\bmes|月)[\s\S]*(?:\bday|daily|\btag|täglich|jour|\bdía|diari|日)/iu,
    30,
  ],
  [/week|woche|semaine|semana|週|\bday|\btag|jour|día|日/iu, 7],
];
const yearly = /year|annual|annum|p\.\s?a\.|jahr|jährlich|\ban\b|année|annuel|\baño|anual|年/iu;

/** A figure for another period: a month's twelve times, a year's twelfth. */
export const findConversion: Operation = function* (target, { near }) {
  if (target.figure.kind === 'percent' || target.figure.kind === 'points' || target.figure.kind === 'times') return;
  for (const [words, factor] of conversions) {
    const told = `${target.sentence} ${target.context}`;
    if (!words.test(told)) continue;
    for (const input of near) {
      const isTime = target.figure.kind === 'measure' && input.figure.kind === 'measure';
      if (!isAmount(input) || (!isTime && !hasUnitOf(target, input))) continue;
      yield { expression: `a * ${factor}`, inputs: [input] };
      yield { expression: `a / ${factor}`, inputs: [input] };
    }
  }
};

/** Time in which savings return an investment. */
export const findPayback: Operation = function* (target, { pairs }) {
  // A time of years from two amounts, one of them a year's, is a payback also where no word calls it so.
  const isTime = target.figure.unit === 'yr' || target.figure.unit === 'mo';
  if (!target.cues.payback && !(isTime && yearly.test(target.context))) return;
  for (const [saving, cost] of pairs) {
    if (!areComparable(saving, cost) || saving.figure.kind === 'percent' || saving.figure.value <= 0) continue;
    if (cost.figure.value <= 0 || (saving.figure.kind !== 'currency' && cost.figure.kind !== 'currency')) continue;
    if (saving.figure.kind === 'measure' || cost.figure.kind === 'measure' || cost.figure.value < saving.figure.value)
      continue;
    for (const factor of paybackFactors(target)) {
      yield { expression: factor === 1 ? 'b / a' : `b / a * ${factor}`, inputs: [saving, cost] };
    }
  }
};

function paybackFactors({ figure, sentence }: Target): number[] {
  if (figure.unit === 'mo')
    return /month|monat|mensuel|mensual|月間|毎月/iu.test(sentence.slice(0, figure.start)) ? [12, 1] : [12];
  if (figure.unit === 'wk') return [52];
  if (figure.unit === 'd') return [365];
  return [1];
}
