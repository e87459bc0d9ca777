import type { Language } from '@ecp/language/language';
import { type BookWords, unitIn } from '../book-words.ts';

/** Signs of currencies by their codes. A currency without a sign stands with its code. */
const signs: Readonly<Record<string, string>> = {
  EUR: '€',
  USD: '$',
  GBP: '£',
  JPY: '¥',
  INR: '₹',
  KRW: '₩',
  '€': '€',
  $: '$',
  '£': '£',
  '¥': '¥',
};
const codes = new Set([
  'CHF',
  'DKK',
  'SEK',
  'NOK',
  'PLN',
  'CZK',
  'HUF',
  'CAD',
  'AUD',
  'CNY',
  'BRL',
  'TRY',
  'RON',
]);

export const textFormat = '@';
const mostDecimals = 6;
/**
 * Languages that write the sign of a currency before its number, and the percent sign close to it.
 */
const leading: ReadonlySet<Language> = new Set(['en', 'ja']);

/**
 * Returns the number format for a unit, with a fixed number of decimals. A percentage is not
 * divided by 100. Units that are neither money nor shares stand beside the number.
 */
export function formatOf(
  words: BookWords,
  unit: string | null | undefined,
  decimals: number,
  isGrouped = true,
): string {
  const digits = `${isGrouped ? '#,##0' : '0'}${decimals > 0 ? `.${'0'.repeat(Math.min(decimals, mostDecimals))}` : ''}`;
  const [name = '', per] = (unit ?? '').trim().split('/');
  const isLeading = leading.has(words.language);
  if (name === '%' || name === '％') return isLeading ? `${digits}"%"` : `${digits}"\u00a0%"`;
  if (name === 'pp' || name === 'percentage points')
    return `${digits}"\u00a0${unitIn(words, 'pp')}"`;
  const sign = Object.hasOwn(signs, name) ? signs[name] : codes.has(name) ? name : undefined;
  if (sign === undefined) return digits;
  const behind =
    per === undefined || per.length > 20
      ? ''
      : `/${unitIn(words, `/${per}`).slice(1).replaceAll('"', '')}`;
  if (!isLeading) return `${digits}"\u00a0${sign}${behind}"`;
  const amount = `"${codes.has(sign) ? `${sign} ` : sign}"${digits}${behind === '' ? '' : `"${behind}"`}`;
  return `${amount};-${amount}`;
}

/** Counts the decimals of a number as people would write it, at most `most`. */
export function decimalsOf(value: number, most = 4): number {
  const exact = Number(value.toPrecision(12));
  if (!Number.isFinite(exact) || Number.isInteger(exact)) return 0;
  for (let count = 1; count < most; count += 1) {
    const shown = Number(exact.toFixed(count));
    if (Math.abs(shown - exact) <= Math.abs(exact) * 1e-12) return count;
  }
  return most;
}

const idWord =
  /(?:^|[\s_.-])(?:id|no|nr|nummer|number|code|key|plz|zip|postcode|year|jahr|année|année|año|month|monat|week|woche|kw)(?:$|[\s_.-])/iu;

/**
 * True for whole numbers that name something, such as years and customer numbers, which have no
 * thousands.
 */
export function namesThings(head: string, values: readonly number[]): boolean {
  if (!values.every(Number.isInteger)) return false;
  if (idWord.test(head)) return true;
  return values.length > 0 && values.every((value) => value >= 1_900 && value <= 2_100);
}
