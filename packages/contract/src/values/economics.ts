/** The currencies of fees (ISO 4217), without funds, metals and codes for tests. */
export const currencies = [
  'AED',
  'AFN',
  'ALL',
  'AMD',
  'AOA',
  'ARS',
  'AUD',
  'AWG',
  'AZN',
  'BAM',
  'BBD',
  'BDT',
  'BHD',
  'BIF',
  'BMD',
  'BND',
  'BOB',
  'BRL',
  'BSD',
  'BTN',
  'BWP',
  'BYN',
  'BZD',
  'CAD',
  'CDF',
  'CHF',
  'CLP',
  'CNY',
  'COP',
  'CRC',
  'CUP',
  'CVE',
  'CZK',
  'DJF',
  'DKK',
  'DOP',
  'DZD',
  'EGP',
  'ERN',
  'ETB',
  'EUR',
  'FJD',
  'FKP',
  'GBP',
  'GEL',
  'GHS',
  'GIP',
  'GMD',
  'GNF',
  'GTQ',
  'GYD',
  'HKD',
  'HNL',
  'HTG',
  'HUF',
  'IDR',
  'ILS',
  'INR',
  'IQD',
  'IRR',
  'ISK',
  'JMD',
  'JOD',
  'JPY',
  'KES',
  'KGS',
  'KHR',
  'KMF',
  'KPW',
  'KRW',
  'KWD',
  'KYD',
  'KZT',
  'LAK',
  'LBP',
  'LKR',
  'LRD',
  'LSL',
  'LYD',
  'MAD',
  'MDL',
  'MGA',
  'MKD',
  'MMK',
  'MNT',
  'MOP',
  'MRU',
  'MUR',
  'MVR',
  'MWK',
  'MXN',
  'MYR',
  'MZN',
  'NAD',
  'NGN',
  'NIO',
  'NOK',
  'NPR',
  'NZD',
  'OMR',
  'PAB',
  'PEN',
  'PGK',
  'PHP',
  'PKR',
  'PLN',
  'PYG',
  'QAR',
  'RON',
  'RSD',
  'RUB',
  'RWF',
  'SAR',
  'SBD',
  'SCR',
  'SDG',
  'SEK',
  'SGD',
  'SHP',
  'SLE',
  'SOS',
  'SRD',
  'SSP',
  'STN',
  'SYP',
  'SZL',
  'THB',
  'TJS',
  'TMT',
  'TND',
  'TOP',
  'TRY',
  'TTD',
  'TWD',
  'TZS',
  'UAH',
  'UGX',
  'USD',
  'UYU',
  'UZS',
  'VES',
  'VND',
  'VUV',
  'WST',
  'XAF',
  'XCD',
  'XOF',
  'XPF',
  'YER',
  'ZAR',
  'ZMW',
  'ZWG',
];

const withoutDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(
  ' ',
);
const withThreeDecimals = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');

/** The number of decimals of amounts in a currency, by ISO 4217. */
export function decimalsOf(currency: string): number {
  if (withoutDecimals.includes(currency)) return 0;
  return withThreeDecimals.includes(currency) ? 3 : 2;
}

/**
 * Bounds of an engagement's economics. Amounts within them have at most 15 digits, which a double
 * holds exactly.
 */
export const economicsLimits = {
  amount: 100_000_000_000,
  rate: 100_000_000,
  usdRate: 1_000_000,
  hours: 1_000,
  hourLines: 2_000,
  costLines: 500,
  note: 300,
  suggestions: 500,
} as const;

/** Why a margin is not known: no fee has been entered, or the AI cost needs a rate of exchange. */
export const marginGaps = ['no_fee', 'no_usd_rate'] as const;

/**
 * The deeds of a person in the product from which hours are suggested, and the minutes that each
 * counts.
 */
export const deedMinutes = {
  reviews: 20,
  edits: 30,
  comments: 5,
  answers: 10,
  gridEdits: 2,
} as const;
export type Deeds = Record<keyof typeof deedMinutes, number>;

const mostSuggestedHours = 8;

/**
 * Suggests the hours of a day: the minutes of its deeds, rounded up to quarters of an hour, and at
 * most eight hours.
 */
export function suggestHours(deeds: Deeds): number {
  const kinds = Object.keys(deedMinutes) as (keyof Deeds)[];
  const minutes = kinds.reduce((sum, kind) => sum + deeds[kind] * deedMinutes[kind], 0);
  return Math.min(mostSuggestedHours, Math.ceil(minutes / 15) / 4);
}

/**
 * Decimals of stored amounts and rates, of hours, and of rates of exchange: each is stored as a
 * whole number.
 */
export const storedDecimals = { amount: 4, hours: 2, usdRate: 6 } as const;
/** Decimals in which sums of amounts and converted nano-USD are exact. */
const exactDecimals = 15;

/** Turns a number into a whole number of units of 10^-`decimals`; null if it has more decimals. */
export function toUnits(value: number, decimals: number): bigint | null {
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value));
  if (!found) return null;
  const [, sign = '', whole = '', fraction = ''] = found;
  return fraction.length > decimals
    ? null
    : BigInt(`${sign}${whole}${fraction.padEnd(decimals, '0')}`);
}

/** Writes units of 10^-`decimals` as a decimal number with all its decimals, such as `1200.50`. */
export function writeUnits(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const split = digits.length - decimals;
  const text = decimals === 0 ? digits : `${digits.slice(0, split)}.${digits.slice(split)}`;
  return units < 0n ? `-${text}` : text;
}

/** The number of units of 10^-`decimals`. */
export const fromUnits = (units: bigint, decimals: number): number =>
  Number(writeUnits(units, decimals));

/** Rounds units to fewer decimals, halves away from zero. */
function roundUnits(units: bigint, from: number, to: number): bigint {
  const step = 10n ** BigInt(from - to);
  const half = step / 2n;
  return units < 0n ? -((-units + half) / step) : (units + half) / step;
}

/**
 * The amount of a line of hours as it is stored: hours × rate, rounded to the decimals of the
 * currency.
 */
export function lineAmount(hours: bigint, rate: bigint, currency: string): bigint {
  const decimals = decimalsOf(currency);
  const rounded = roundUnits(hours * rate, storedDecimals.hours + storedDecimals.amount, decimals);
  return rounded * 10n ** BigInt(storedDecimals.amount - decimals);
}

/**
 * Sums in a currency, exact; they are rounded to the decimals of the currency once, when they are
 * written.
 */
export interface ExactSums {
  revenue: bigint;
  hoursCost: bigint;
  otherCosts: bigint;
  /** Null while a cost in USD has no rate of exchange. */
  aiCost: bigint | null;
}

/** An amount as it is stored, in the units of exact sums. */
export const exactAmount = (stored: bigint): bigint =>
  stored * 10n ** BigInt(exactDecimals - storedDecimals.amount);

/**
 * Converts nano-USD at a stored rate; null without one, unless there is nothing to convert or it
 * stays in USD.
 */
export function convertUsd(
  nanoUsd: bigint,
  currency: string,
  usdRate: bigint | null,
): bigint | null {
  if (nanoUsd === 0n) return 0n;
  const rate = currency === 'USD' ? 10n ** BigInt(storedDecimals.usdRate) : usdRate;
  return rate === null ? null : nanoUsd * rate;
}

/** Returns revenue less all costs; null while the AI cost is not known in the currency. */
export function marginOf({ revenue, hoursCost, otherCosts, aiCost }: ExactSums): bigint | null {
  return aiCost === null ? null : revenue - hoursCost - otherCosts - aiCost;
}

/** Rounds an exact sum to the decimals of its currency, as units of them. */
const roundExact = (exact: bigint, currency: string): bigint =>
  roundUnits(exact, exactDecimals, decimalsOf(currency));

/** The number of an exact sum, rounded to the decimals of its currency. */
export const readExact = (exact: bigint, currency: string): number =>
  fromUnits(roundExact(exact, currency), decimalsOf(currency));
