import { usdToNano } from '@ecp/contract/declaring/money';
import {
  convertUsd,
  decimalsOf,
  type ExactSums,
  economicsLimits,
  exactAmount,
  fromUnits,
  lineAmount,
  marginOf,
  readExact,
  storedDecimals,
  toUnits,
} from '@ecp/contract/values/economics';
import type { Economics, PutEconomicsBody, SuggestedHours } from '@ecp/contract/work/economics';
import { readNumber, writeNumber } from '../../base/format/format.ts';

/** A line of hours as it is typed. `key` tells lines apart while they are edited. */
export interface HoursLine {
  key: string;
  userId: string;
  date: string;
  hours: string;
  rate: string;
  note: string;
}

export interface CostLine {
  key: string;
  date: string;
  amount: string;
  note: string;
}

/** What a person types before it is saved, and the revision that it replaces. */
export interface EconomicsDraft {
  revision: number;
  fee: string;
  feeDate: string;
  currency: string;
  usdRate: string;
  hours: HoursLine[];
  costs: CostLine[];
}

const written = (value: number | null): string => (value === null ? '' : writeNumber(value));

export function toDraft(economics: Economics): EconomicsDraft {
  const { revision, fee, feeDate, currency, usdRate, hours, costs } = economics;
  return {
    revision,
    fee: written(fee),
    feeDate: feeDate ?? '',
    currency: currency ?? 'USD',
    usdRate: written(usdRate),
    hours: hours.map(({ userId, date, note, ...line }, at) => {
      return {
        key: `h${at}`,
        userId,
        date,
        note,
        hours: writeNumber(line.hours),
        rate: writeNumber(line.rate),
      };
    }),
    costs: costs.map(({ date, amount, note }, at) => ({
      key: `c${at}`,
      date,
      amount: writeNumber(amount),
      note,
    })),
  };
}

/** Reads a draft that this tab has kept; null for another form. */
export function readDraft(text: string): EconomicsDraft | null {
  const kept: unknown = JSON.parse(text);
  return typeof kept === 'object' &&
    kept !== null &&
    'revision' in kept &&
    'hours' in kept &&
    'costs' in kept
    ? (kept as EconomicsDraft)
    : null;
}

const keyless = (draft: EconomicsDraft) => ({
  ...draft,
  revision: 0,
  hours: draft.hours.map(({ key: _, ...line }) => line),
  costs: draft.costs.map(({ key: _, ...line }) => line),
});

/** Whether two drafts say the same, whatever revision they replace. */
export const isSame = (one: EconomicsDraft, other: EconomicsDraft): boolean =>
  JSON.stringify(keyless(one)) === JSON.stringify(keyless(other));

interface Bounds {
  most: number;
  decimals: number;
  stored: number;
  /** Whether 0 is a value. */
  zero?: boolean;
}

/** Reads a typed number as it is stored; null for none and for what cannot be. */
function readUnits(text: string, { most, decimals, stored, zero = true }: Bounds): bigint | null {
  const value = readNumber(text);
  if (Number.isNaN(value) || value < 0 || value > most || (value === 0 && !zero)) return null;
  return toUnits(value, decimals) === null ? null : toUnits(value, stored);
}

/** The fields of a draft that cannot be saved, by their names. */
export type Problems = ReadonlySet<string>;

export interface Evaluation {
  problems: Problems;
  /** The amounts of lines of hours by their keys; a line that cannot be read has none. */
  amounts: ReadonlyMap<string, number>;
  hours: number;
  hoursCost: number;
  otherCosts: number;
  /** Null while there is no rate of exchange. */
  aiCost: number | null;
  margin: number | null;
  /** The part of the fee; null without a margin, and for a fee of 0. */
  share: number | null;
  /** The margin once all tasks have run, at the highest, the expected and the lowest price. */
  forecast: { low: number; expected: number; high: number } | null;
}

/** Reads a draft and computes what follows from it, as the service does. */
export function evaluate(
  draft: EconomicsDraft,
  { aiCost, forecast }: Pick<Economics, 'aiCost' | 'forecast'>,
): Evaluation {
  const { currency } = draft;
  const problems = new Set<string>();
  const read = (name: string, text: string, bounds: Bounds): bigint => {
    const units = readUnits(text, bounds);
    if (units === null) problems.add(name);
    return units ?? 0n;
  };
  const money: Bounds = {
    most: economicsLimits.amount,
    decimals: decimalsOf(currency),
    stored: storedDecimals.amount,
  };
  const isOpen = (text: string) => text.trim() === '';
  const fee = isOpen(draft.fee) ? null : read('fee', draft.fee, money);
  const decimals = storedDecimals.usdRate;
  const rateBounds = { most: economicsLimits.usdRate, decimals, stored: decimals, zero: false };
  const usdRate =
    isOpen(draft.usdRate) || currency === 'USD' ? null : read('usdRate', draft.usdRate, rateBounds);
  const hourBounds = {
    most: economicsLimits.hours,
    decimals: storedDecimals.hours,
    stored: storedDecimals.hours,
  };
  const lines = draft.hours.map((line) => {
    const hours = read(`${line.key}.hours`, line.hours, { ...hourBounds, zero: false });
    const rate = read(`${line.key}.rate`, line.rate, { ...money, most: economicsLimits.rate });
    if (line.userId === '') problems.add(`${line.key}.userId`);
    if (line.date === '') problems.add(`${line.key}.date`);
    return { key: line.key, hours, amount: lineAmount(hours, rate, currency) };
  });
  const costs = draft.costs.map((line) => {
    if (line.date === '') problems.add(`${line.key}.date`);
    return read(`${line.key}.amount`, line.amount, money);
  });
  const add = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);
  const sums = {
    revenue: exactAmount(fee ?? 0n),
    hoursCost: exactAmount(add(lines.map(({ amount }) => amount))),
    otherCosts: exactAmount(add(costs)),
  };
  const withAi = (usd: number): ExactSums => ({
    ...sums,
    aiCost: convertUsd(BigInt(usdToNano(usd)), currency, usdRate),
  });
  const marginAt = (usd: number) =>
    fee === null || problems.has('fee') ? null : marginOf(withAi(usd));
  const numberOf = (exact: bigint | null) => (exact === null ? null : readExact(exact, currency));
  const margin = marginAt(aiCost);
  const price = forecast?.aiCost;
  const [low, expected, high] = price
    ? [price.high, price.expected, price.low].map((usd) => numberOf(marginAt(usd)))
    : [];
  return {
    problems,
    amounts: new Map(
      lines.map(({ key, amount }) => [key, fromUnits(amount, storedDecimals.amount)]),
    ),
    hours: fromUnits(add(lines.map(({ hours }) => hours)), storedDecimals.hours),
    hoursCost: readExact(sums.hoursCost, currency),
    otherCosts: readExact(sums.otherCosts, currency),
    aiCost: numberOf(withAi(aiCost).aiCost),
    margin: numberOf(margin),
    share:
      margin === null || sums.revenue === 0n
        ? null
        : Number((margin * 10_000n) / sums.revenue) / 10_000,
    forecast: low == null || expected == null || high == null ? null : { low, expected, high },
  };
}

/** Returns what is saved. Every field of the draft can be read. */
export function toBody(draft: EconomicsDraft): PutEconomicsBody {
  const { revision, fee, feeDate, currency, usdRate, hours, costs } = draft;
  const numberOf = (text: string) => (text.trim() === '' ? null : readNumber(text));
  return {
    revision,
    currency,
    fee: numberOf(fee),
    feeDate: feeDate === '' ? null : feeDate,
    usdRate: currency === 'USD' ? null : numberOf(usdRate),
    hours: hours.map(({ userId, date, note, ...line }) => {
      return { userId, date, note, hours: readNumber(line.hours), rate: readNumber(line.rate) };
    }),
    costs: costs.map(({ date, note, amount }) => ({ date, note, amount: readNumber(amount) })),
  };
}

/** The suggestions for days on which the draft has no hours of that person. */
export const openSuggestions = (
  suggested: readonly SuggestedHours[],
  { hours }: EconomicsDraft,
): SuggestedHours[] =>
  suggested.filter(
    ({ userId, date }) => !hours.some((line) => line.userId === userId && line.date === date),
  );

/** The rate that was typed last for a person. */
export const lastRateOf = ({ hours }: EconomicsDraft, userId: string): string =>
  hours.findLast((line) => line.userId === userId && line.rate !== '')?.rate ?? '';

/**
 * Makes lines of suggestions, in the order of their days. A rate that nobody has entered yet stays
 * open.
 */
export function acceptSuggestions(
  draft: EconomicsDraft,
  accepted: readonly SuggestedHours[],
): EconomicsDraft {
  const lines = accepted
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .map(({ userId, date, hours, rate }): HoursLine => {
      const known = lastRateOf(draft, userId) || written(rate);
      return {
        key: crypto.randomUUID(),
        userId,
        date,
        hours: writeNumber(hours),
        rate: known,
        note: '',
      };
    });
  return { ...draft, hours: [...draft.hours, ...lines] };
}
