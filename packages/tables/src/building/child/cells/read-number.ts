import type { Cell } from './cell.ts';

/** The sign before the decimals. */
export type DecimalSign = '.' | ',';

/** A text as a number: the decimal that each decimal sign gives, null where the text is none with that sign. */
export interface NumberText {
  byPoint: string | null;
  byComma: string | null;
  unit: string | null;
  /** True if a plus stands before it, as before a telephone number. */
  hasPlus: boolean;
  /**
   * `scientific` if it can be nothing else, as 1.5E3 and 1e-7; `bare` for digits, an E and digits, which may be an
   * article number: 12E3.
   */
  exponent: 'scientific' | 'bare' | null;
  /** True if the text is three or four numbers up to 255 with points between them. It may be an address. */
  isAddress: boolean;
}

const currencies =
  'EUR|USD|GBP|CHF|JPY|CNY|DKK|SEK|NOK|PLN|CZK|HUF|RON|BGN|TRY|INR|AUD|CAD|NZD|BRL|MXN|ZAR|KRW|SGD|HKD|AED|SAR|ILS|' +
  'THB|IDR|MYR|PHP|VND|TWD|UAH|RUB|ISK|CLP|COP|ARS|EGP|R\\$|zł|Kč|Ft|kr\\.?|руб\\.?|грн\\.?|лв\\.?|元|円|원|[€$£¥₹₩₽₺₴₪฿₫₱]';
const shape = new RegExp(
  `^(?<open>\\()?(?<sign>[-+−–])?\\s?(?<before>%|${currencies})?\\s?(?<sign2>[-−–])?` +
    `(?<digits>\\d[\\d.,'’ \\u00a0\\u202f\\u2009]*|[.,]\\d+)(?<exponent>[eE][+-]?\\d{1,3})?` +
    `\\s?(?<sign3>[-−])?\\s?(?<after>%|‰|${currencies})?(?<close>\\))?$`,
  'u',
);
/** Accounts write a loss as `$(500.00)`. */
const currencyBefore = new RegExp(`^(${currencies})\\s?\\(`, 'u');
/** The zero of each other script. Its digits 1 to 9 follow it. */
const zeros = [...'٠۰०০੦૦௦౦೦൦๐໐༠၀០᠐０'].map((zero) => zero.codePointAt(0) ?? 0);
/** Signs that other scripts write with their digits. The Arabic sign for thousands is never one for decimals. */
const otherSigns: Record<string, string> = {
  '٫': '.',
  '٬': '’',
  '٪': '%',
  '％': '%',
  '．': '.',
  '，': ',',
  '－': '-',
  '＋': '+',
};
const maxLength = 60;
/** Larger ones are infinite or zero as doubles. */
const maxExponent = 290;
/** Octets have no zeros before them, unlike groups of thousands: 1.000.000 is a number. */
const octets = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){2,3}$/;
const blanks = /['’ \u00a0\u202f\u2009]/g;
const groupedByBlanks = /^\d{1,3}(?:['’ \u00a0\u202f\u2009]\d{3})+(?![\d'’ \u00a0\u202f\u2009])/;

/**
 * Reads a text as a number, with its currency or percent sign as unit: `1.234,50 €`, `(1,200)`, `12,5 %` is 12.5.
 * Returns null for any other text, and for digits with zeros before them, which are a code.
 */
export function readNumber(text: string): NumberText | null {
  if (text.length > maxLength) return null;
  const groups = shape.exec(toLatinDigits(text).replace(currencyBefore, '($1'))?.groups;
  if (!groups || (groups['open'] === undefined) !== (groups['close'] === undefined)) return null;
  const signs = [groups['open'], groups['sign'], groups['sign2'], groups['sign3']].filter((one) => one !== undefined);
  if (signs.length > 1) return null;
  const sign = signs.length === 1 && signs[0] !== '+' ? '-' : '';
  const shown = (groups['digits'] ?? '').trimEnd();
  if (shown.search(blanks) >= 0 && !groupedByBlanks.test(shown)) return null;
  const digits = shown.replace(blanks, '');
  const power = groups['exponent'];
  const exponent = power === undefined ? 0 : Number(power.slice(1));
  if (Math.abs(exponent) > maxExponent) return null;
  const [byPoint, byComma] = (['.', ','] as const).map((one) => {
    const plain = readDigits(digits, one);
    return plain === null ? null : toDecimal(sign, plain, exponent);
  });
  if (!byPoint && !byComma) return null;
  const units = [groups['before'], groups['after']].filter((one) => one !== undefined);
  if (units.length > 1) return null;
  const isBare = /^\d+$/.test(digits) && /^[eE]\d/.test(power ?? '');
  return {
    byPoint: byPoint ?? null,
    byComma: byComma ?? null,
    unit: units[0] ?? null,
    hasPlus: signs[0] === '+',
    exponent: power === undefined ? null : isBare ? 'bare' : 'scientific',
    isAddress: digits === shown && octets.test(digits) && digits.split('.').every((part) => Number(part) <= 255),
  };
}

/** Writes digits of other scripts, and the signs between them, as 0 to 9 and the usual signs. */
export function toLatinDigits(text: string): string {
  if (!/[[\p{Nd}٪％．，－＋]--[0-9]]/v.test(text)) return text;
  return text.replace(/[^ -~]/gu, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    const zero = zeros.find((one) => code >= one && code < one + 10);
    return zero === undefined ? (otherSigns[sign] ?? sign) : String(code - zero);
  });
}

/** Returns digits with a point before the decimals; null if they are not written with this decimal sign. */
function readDigits(digits: string, sign: DecimalSign): string | null {
  const group = sign === '.' ? ',' : '.';
  const [whole = '', decimals, ...others] = digits.split(sign);
  if (others.length > 0 || decimals?.includes(group)) return null;
  const parts = whole.split(group);
  const [first = '', ...groups] = parts;
  const isGrouped = groups.length > 0;
  if (isGrouped && !isGroupedByThree(first, groups) && !(group === ',' && isGroupedAsInIndia(first, groups)))
    return null;
  const plain = parts.join('');
  if (/^0\d/.test(plain)) return null;
  // Files of measurements write 3504. for a whole number.
  if (decimals === '') return isGrouped || plain === '' || sign === ',' ? null : plain;
  return decimals === undefined ? plain : `${plain === '' ? '0' : plain}.${decimals}`;
}

const isGroupedByThree = (first: string, groups: string[]) =>
  /^[1-9]\d{0,2}$/.test(first) && groups.every((part) => part.length === 3);

/** Lakh and crore: `3,34,06,061` has groups of two before the last. */
const isGroupedAsInIndia = (first: string, groups: string[]) =>
  /^[1-9]\d?$/.test(first) && groups.every((part, at) => part.length === (at === groups.length - 1 ? 3 : 2));

/** Writes a number without exponent. */
function toDecimal(sign: string, plain: string, exponent: number): string {
  const [whole = '', decimals = ''] = plain.split('.');
  if (exponent === 0) return `${sign}${plain}`;
  const digits = whole + decimals;
  const point = whole.length + exponent;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const padded = digits.padEnd(point, '0');
  const rest = padded.slice(point);
  const front = padded.slice(0, point).replace(/^0+(?=\d)/, '');
  return `${sign}${front}${rest === '' ? '' : `.${rest}`}`;
}

/** Writes the value of a cell as a decimal: the shortest one that is the same double. */
export function writeDouble(value: number): string {
  const text = String(value);
  const [plain = '', exponent] = text.split('e');
  if (exponent === undefined) return text;
  const isNegative = plain.startsWith('-');
  return toDecimal(isNegative ? '-' : '', isNegative ? plain.slice(1) : plain, Number(exponent));
}

/** Writes a cell of a column of texts: 0.12 of a cell that shows percent is `12%`. */
export function shownText({ kind, text, unit }: Cell): string {
  return kind === 'number' && unit === '%' ? `${writeDouble(Number((Number(text) * 100).toPrecision(15)))}%` : text;
}
