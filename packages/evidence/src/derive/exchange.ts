import { readUnit } from '@ecp/language/read-units';
import { compareUnits } from '../values/match-figures.ts';
import type { TypedFigure } from '../values/typed-figure.ts';
import type { Input, Operation, Target } from './operation.ts';

const rateWords =
  /exchange|\brates?\b|convert|currency|kurs|umgerechnet|wechsel|taux|cours|chang|conver|cambio|tipo|レート|為替|換算|(?:USD|EUR|GBP|CHF|JPY)\s?\/\s?(?:USD|EUR|GBP|CHF|JPY)/iu;
/** The numbers of units for which an exchange rate may be given: "100 yen cost 0.62 euros". */
const bases = new Set([1, 10, 100, 1_000]);

/** An amount in another currency: at a rate that a passage gives. */
export const findExchange: Operation = function* (target, { near, single }) {
  const money = [...near, ...single].filter(({ figure }) => figure.kind === 'currency');
  const isMoney = target.figure.kind === 'currency';
  const own = isMoney ? target.figure : bareMoney(target);
  if (own === null) return;
  for (const amount of money) {
    if (compareUnits(own, amount.figure) !== 'other') continue;
    for (const rate of [...money, ...plainRates(target, near)]) {
      if (rate === amount || rate.figure.value === 0) continue;
      // The rate is in one of the two currencies, for one unit of the other, or for a round number of units.
      const isOwn = rate.figure.kind === 'currency' && compareUnits(rate.figure, own) !== 'other';
      const isAmounts = rate.figure.kind === 'currency' && compareUnits(rate.figure, amount.figure) !== 'other';
      if (isOwn || rate.figure.kind === 'plain') yield { expression: 'a * b', inputs: [amount, rate] };
      if (isAmounts || rate.figure.kind === 'plain') yield { expression: 'a / b', inputs: [amount, rate] };
      const other = isOwn ? amount.figure : own;
      for (const base of basesOf(money, other, rate)) {
        if (isOwn) yield { expression: 'a * b / c', inputs: [amount, rate, base] };
        else if (isAmounts) yield { expression: 'a / b * c', inputs: [amount, rate, base] };
      }
    }
  }
};

function basesOf(money: Input[], currency: TypedFigure, rate: Input): Input[] {
  return money.filter(
    ({ figure, citation }) =>
      bases.has(figure.value) && citation === rate.citation && compareUnits(figure, currency) !== 'other',
  );
}

/** Numbers without a currency that a passage gives as a rate: "the exchange rate was 1.0842". */
function plainRates({ context, sentence }: Target, near: Input[]): Input[] {
  if (!rateWords.test(context) && !rateWords.test(sentence)) return [];
  return near.filter(({ figure }) => figure.kind === 'plain' && /[.,]\d{2,}$/.test(figure.shown));
}

/** Reads a number without a unit as money if its sentence names a currency: "in euros, the plot costs 2,600,000". */
function bareMoney({ figure, sentence }: Target): TypedFigure | null {
  if (figure.kind !== 'plain') return null;
  const named = /\b(?:in|en)\s(\p{L}+)/iu.exec(sentence)?.[1] ?? /(\p{L}+?)(?:換算|に直す|建て)/u.exec(sentence)?.[1];
  const unit = named === undefined ? null : readUnit(`1 ${named}`, 0, 1);
  return unit?.kind === 'currency' ? { ...figure, unit: unit.unit, kind: 'currency' } : null;
}
