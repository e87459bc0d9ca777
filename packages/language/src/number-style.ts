import { findLanguage } from './detect-language.ts';
import type { Language } from './language.ts';

export interface NumberStyle {
  /** The language of number words and scales. Null accepts all. */
  language: Language | null;
  /**
   * The decimal sign; the other sign groups thousands. Null if unknown: then 1.234 has two values.
   */
  decimalSign: '.' | ',' | null;
}

/** Reads every number in all ways that its spelling allows. */
export const anyStyle: NumberStyle = { language: null, decimalSign: null };

/** Spain writes 1.234,5, Mexico 1,234.5: Spanish alone does not decide. */
const signs: Record<Language, '.' | ',' | null> = { en: '.', ja: '.', de: ',', fr: ',', es: null };
/** Characters of a text that are read for its style. */
const readLength = 12_000;
/** Numbers that can be read in one way only, by their decimal sign. */
const pointed =
  /(?<![\d.,/-])(?:\d+\.\d{1,2}|\d{1,3}(?:,\d{3}){1,8}\.\d+|\d{1,3}(?:,\d{3}){2,8})(?![.,]{0,4}\d)/g;
const comma =
  /(?<![\d.,/-])(?:\d+,\d{1,2}|\d{1,3}(?:\.\d{3}){1,8},\d+|\d{1,3}(?:\.\d{3}){2,8})(?![.,]{0,4}\d)/g;
/** Share of numbers in the other style above which the language does not decide the style. */
const maxForeign = 0.2;

/**
 * Returns a text's number style: of its language unless its unambiguous numbers contradict, else of
 * those numbers.
 */
export function readNumberStyle(text: string, language = findLanguage(text)): NumberStyle {
  const start = text.slice(0, readLength);
  const [points, commas] = [pointed, comma].map((form) => start.match(form)?.length ?? 0) as [
    number,
    number,
  ];
  const sign = language === null ? null : signs[language];
  if (sign !== null) {
    const foreign = sign === '.' ? commas : points;
    return { language, decimalSign: foreign > (points + commas) * maxForeign ? null : sign };
  }
  const own = points >= 2 && commas === 0 ? '.' : commas >= 2 && points === 0 ? ',' : null;
  return { language, decimalSign: own };
}

/** The signs without a meaning of their own between groups of digits. */
export const blanks = /['’ \u00a0\u202f\u2009]/g;

/**
 * Returns plain digits with a point for each possible value: 1200 and 1.200 for "1.200" in an
 * unknown style.
 */
export function readSpelling(written: string, decimalSign: NumberStyle['decimalSign']): string[] {
  const digits = written.replace(blanks, '');
  const [byPoint, byComma] = [readDecimal(digits, '.'), readDecimal(digits, ',')];
  if (byPoint === null && byComma === null) {
    const at = digits.search(/[.,]\d*$/);
    const whole = (at < 0 ? digits : digits.slice(0, at)).replace(/[.,]/g, '');
    return [at < 0 ? whole : `${whole}.${digits.slice(at + 1)}`];
  }
  if (byPoint === null || byComma === null || byPoint === byComma)
    return [byPoint ?? byComma ?? ''];
  if (decimalSign !== null) return [decimalSign === '.' ? byPoint : byComma];
  return byPoint.includes('.') ? [byComma, byPoint] : [byPoint, byComma];
}

/**
 * Returns plain digits with a decimal point. Null for another decimal sign, or leading zeros, as
 * codes have.
 */
export function readDecimal(digits: string, sign: '.' | ','): string | null {
  const group = sign === '.' ? ',' : '.';
  const [whole = '', decimals, ...others] = digits.split(sign);
  if (others.length > 0 || decimals?.includes(group)) return null;
  const parts = whole.split(group);
  const [first = '', ...groups] = parts;
  const isGrouped = groups.length > 0;
  if (
    isGrouped &&
    !isGroupedByThree(first, groups) &&
    !(group === ',' && isGroupedAsInIndia(first, groups))
  )
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
  /^[1-9]\d?$/.test(first) &&
  groups.every((part, at) => part.length === (at === groups.length - 1 ? 3 : 2));
