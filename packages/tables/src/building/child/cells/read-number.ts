/** The sign before the decimals. */
export type DecimalSign = '.' | ',';

/** A text as a number: the decimal that each decimal sign gives, null where the text is none with that sign. */
export interface NumberText {
  byPoint: string | null;
  byComma: string | null;
  unit: string | null;
}

const currencies =
  'EUR|USD|GBP|CHF|JPY|CNY|DKK|SEK|NOK|PLN|CZK|HUF|RON|BGN|TRY|INR|AUD|CAD|NZD|BRL|MXN|ZAR|KRW|SGD|HKD|[€$£¥₹₩]';
const shape = new RegExp(
  `^(?<open>\\()?(?<sign>[-+−–])?\\s?(?<before>${currencies})?\\s?(?<sign2>[-−–])?` +
    `(?<digits>\\d[\\d.,'’ \\u00a0\\u202f\\u2009]*|[.,]\\d+)(?<exponent>[eE][+-]?\\d{1,3})?` +
    `\\s?(?<sign3>[-−])?\\s?(?<after>%|‰|${currencies})?(?<close>\\))?$`,
  'u',
);
const maxLength = 60;
const blanks = /['’ \u00a0\u202f\u2009]/g;
const groupedByBlanks = /^\d{1,3}(?:['’ \u00a0\u202f\u2009]\d{3})+(?![\d'’ \u00a0\u202f\u2009])/;

/**
 * Reads a text as a number, with its currency or percent sign as unit: `1.234,50 €`, `(1,200)`, `12,5 %` is 12.5.
 * Returns null for any other text, and for digits with zeros before them, which are a code.
 */
export function readNumber(text: string): NumberText | null {
  if (text.length > maxLength) return null;
  const groups = shape.exec(text)?.groups;
  if (!groups || (groups['open'] === undefined) !== (groups['close'] === undefined)) return null;
  const signs = [groups['open'], groups['sign'], groups['sign2'], groups['sign3']].filter((one) => one !== undefined);
  if (signs.length > 1) return null;
  const sign = signs.length === 1 && signs[0] !== '+' ? '-' : '';
  const shown = (groups['digits'] ?? '').trimEnd();
  if (blanks.test(shown) && !groupedByBlanks.test(shown)) return null;
  const digits = shown.replace(blanks, '');
  const exponent = groups['exponent'] === undefined ? 0 : Number(groups['exponent'].slice(1));
  const [byPoint, byComma] = (['.', ','] as const).map((one) => {
    const plain = readDigits(digits, one);
    return plain === null ? null : toDecimal(sign, plain, exponent);
  });
  if (!byPoint && !byComma) return null;
  const units = [groups['before'], groups['after']].filter((one) => one !== undefined);
  return units.length > 1 ? null : { byPoint: byPoint ?? null, byComma: byComma ?? null, unit: units[0] ?? null };
}

/** Returns digits with a point before the decimals; null if they are not written with this decimal sign. */
function readDigits(digits: string, sign: DecimalSign): string | null {
  const group = sign === '.' ? ',' : '.';
  const [whole = '', decimals, ...others] = digits.split(sign);
  if (others.length > 0 || decimals?.includes(group)) return null;
  const parts = whole.split(group);
  const [first = '', ...groups] = parts;
  const isGrouped = groups.length > 0;
  if (isGrouped && (!/^[1-9]\d{0,2}$/.test(first) || !groups.every((part) => part.length === 3))) return null;
  const plain = parts.join('');
  if (/^0\d/.test(plain)) return null;
  if (decimals === '') return null;
  return decimals === undefined ? plain : `${plain === '' ? '0' : plain}.${decimals}`;
}

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
