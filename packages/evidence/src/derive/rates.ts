import { compareUnits, convertTo } from '../values/match-figures.ts';
import { readSpans } from '../values/time-spans.ts';
import { readBases } from './bases.ts';
import { countsDivisor, isPerOther, namesCounted } from './counted-nouns.ts';
import { namesUnit } from './named-units.ts';
import { areComparable, hasUnitOf, type Input, type Operation, type Target } from './operation.ts';
import { fitsPer, readRate } from './per-what.ts';

const isAmount = ({ figure }: Input) => figure.kind !== 'year' && figure.kind !== 'percent' && figure.kind !== 'points';

/** One thing that something is told of: "one employee serves", "ein Besuch kostet". */
const ofOne =
  /(?<!\p{L})(?:one|a single) (?!of |in |day|week|month|year|hour)\p{L}|(?:^|, )(?:An?|Serving an?) \p{L}|\ba head\b|\ba (?:guest|customer|visitor)|(?<!\p{L})(?:auf|für) ein(?:e[nm]?)? \p{L}|(?:^|, )Ein(?:e[mnr]?)? \p{L}|(?:^|, )une? \p{L}|(?:^|, )un[ao]? \p{L}|(?<!\p{L})a un[ao]? \p{L}|(?:一|1)(?:人|台|食|個|枚|回)[がはにの]/iu;
/** Most figures among which a figure of one thing is sought that no other word tells. */
const maxOfOne = 12;

/** A figure per unit: an amount divided by a count of something else. */
export const findPerUnit: Operation = function* (target, { pairs, near, single }) {
  const { kind } = target.figure;
  if (kind === 'percent' || kind === 'points' || kind === 'times') return;
  const isTold = target.cues.rate || target.cues.average;
  const all = [...near, ...single];
  const bases = readBases(target.sentence);
  const isOne = all.length <= maxOfOne && ofOne.test(target.sentence);
  for (const [count, given] of pairs) {
    const amount = { ...given, figure: convertTo(given.figure, target.figure.unit) };
    if (!isAmount(count) || !isAmount(amount) || count.figure.value === 0 || !hasUnitOf(target, amount)) continue;
    const isOther =
      compareUnits(count.figure, amount.figure) === 'other' ||
      (count.figure.kind === 'measure' && amount.figure.kind === 'plain');
    const isTable = count.figure.cell !== null && count.figure.cell.column !== amount.figure.cell?.column;
    if (
      !isOther &&
      !isTable &&
      !(count.figure.kind === 'plain' && amount.figure.kind !== 'plain') &&
      count.figure.kind !== 'plain'
    )
      continue;
    if (!isTold && !isOne && bases.length === 0 && !namesCounted(target, count) && !namesUnit(target, count)) continue;
    if (isPerOther(target, { count, amount: given }, all) || countsDivisor(target, count, amount)) continue;
    if (!fitsPer(target, count, all)) continue;
    const factor = timeFactor(target, count);
    if (factor === null) continue;
    const inputs = [count, amount];
    if (bases.length === 0) yield { expression: factor === 1 ? 'b / a' : `b / a / ${factor}`, inputs };
    else if (factor === 1) for (const base of bases) yield { expression: `b / a * ${base.value}`, inputs };
  }
};

const times: Readonly<Record<string, string>> = { hour: 'h', day: 'd', week: 'wk', month: 'mo', quarter: 'qtr' };
const inYear: Readonly<Record<string, number>> = { quarter: 4, month: 12, week: 52 };

/**
 * Returns what a figure per unit is divided by for its time: 12 for a month of a year's figures, 1 where the divisor is
 * that time itself, as in calls an hour. Null if the figures tell another time.
 */
function timeFactor({ sentence, context }: Target, { figure }: Input): number | null {
  const told = readRate(sentence);
  const given = readRate(context);
  if (told === null || told === 'year' || told === given) return 1;
  const at = figure.cell ? -1 : context.indexOf(figure.shown);
  const counted = figure.cell?.column ?? (at === -1 ? '' : context.slice(at + figure.shown.length).slice(0, 26));
  if (times[told] === figure.unit || readSpans(counted).some(({ unit }) => unit === told)) return 1;
  const isTime = Object.values(times).includes(figure.unit ?? '');
  return (given === null || given === 'year') && !isTime ? (inYear[told] ?? null) : null;
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

const yearly = /year|annual|annum|p\.\s?a\.|jahr|jährlich|\ban\b|année|annuel|\baño|anual|年/iu;

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
