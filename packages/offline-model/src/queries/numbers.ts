import type { Language } from '@ecp/language/language';
import { readUnitWords } from '@ecp/language/unit-words';

/** `units` divided by ten to the power of `scale`. */
export interface Decimal {
  units: bigint;
  scale: number;
}

/** Reads plain digits with an optional minus and decimal point ("-12.50") exactly. */
export function parseDecimal(digits: string): Decimal {
  const [whole = '0', fraction = ''] = digits.split('.');
  return { units: BigInt(`${whole}${fraction}`), scale: fraction.length };
}

const unitsAt = ({ units, scale }: Decimal, to: number) =>
  to === scale ? units : units * 10n ** BigInt(to - scale);

/** Returns a negative, zero or positive number for a sort function. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const scale = Math.max(one.scale, other.scale);
  const [a, b] = [unitsAt(one, scale), unitsAt(other, scale)];
  return a === b ? 0 : a < b ? -1 : 1;
}

function plainDigits({ units, scale }: Decimal): `${number}` {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const cut = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`;
  return `${units < 0n ? '-' : ''}${text}` as `${number}`;
}

export interface NumberFormat {
  /** Writes all digits of a number; a change has its sign. */
  number: (value: Decimal, isChange?: boolean) => string;
  /** `currency` is a symbol or a code of three letters. */
  money: (value: Decimal, currency: string) => string;
  count: (value: number) => string;
  /** Writes a ratio given in percent: 12.5 as "12,5 %" in German. A change has its sign. */
  percent: (value: Decimal, isChange?: boolean) => string;
}

/** Money as tables state it: "EUR 000" is euros, each number of which counts a thousand times. */
interface MoneyUnit {
  /** A symbol, or a code of three letters. */
  currency: string;
  factor: bigint;
}

/**
 * Reads the unit of a column as money; null for another unit. A plain `$` counts as the dollar of
 * the United States.
 */
export function readMoneyUnit(unit: string | null): MoneyUnit | null {
  const found = unit === null ? null : readUnitWords(unit, null);
  const code = found?.unit?.unit === '$' ? 'USD' : found?.unit?.unit;
  if (
    unit === null ||
    found?.unit?.kind !== 'money' ||
    code === undefined ||
    !/^[A-Z]{3}$/.test(code)
  )
    return null;
  const scale = found.scale ?? 1;
  if (!Number.isSafeInteger(scale)) return null;
  return { currency: scale === 1 ? unit : code, factor: BigInt(scale) };
}
/** True for money in a currency that tables are read with. */
export const isCurrency = (unit: string): boolean => readMoneyUnit(unit) !== null;

const codeOf = (currency: string): string => {
  const code = readUnitWords(currency, null)?.unit?.unit ?? currency;
  return code === '$' ? 'USD' : code;
};

const opened = new Map<string, Intl.NumberFormat>();

function open(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const known =
    opened.get(key) ?? new Intl.NumberFormat(language, { useGrouping: 'always', ...options });
  opened.set(key, known);
  return known;
}

/** Returns the formats of a language. Digits are passed as text, so that no number loses any. */
export function numberFormat(language: Language): NumberFormat {
  const write = (
    value: Decimal,
    decimals: number,
    isChange: boolean,
    style: 'decimal' | 'percent',
  ) => {
    const signDisplay = isChange ? 'exceptZero' : 'auto';
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    return open(language, { style, signDisplay, ...digits })
      .format(plainDigits(value))
      .replace('-', '−');
  };
  return {
    money: (value, currency) => {
      const digits = { minimumFractionDigits: value.scale, maximumFractionDigits: value.scale };
      const currencyDisplay = /^[A-Z]{3}$/.test(currency) ? 'code' : 'narrowSymbol';
      const options = {
        style: 'currency',
        currency: codeOf(currency),
        currencyDisplay,
        ...digits,
      } as const;
      return open(language, options).format(plainDigits(value)).replace('-', '−');
    },
    number: (value, isChange = false) => write(value, value.scale, isChange, 'decimal'),
    count: (value) => open(language, {}).format(value),
    percent: ({ units, scale }, isChange = false) =>
      write({ units, scale: scale + 2 }, scale, isChange, 'percent'),
  };
}
