import { findLanguage } from './detect-language.ts';
import type { Language } from './language.ts';

/** How the numbers of a text are read. */
export interface NumberStyle {
  /** The language of number words and scales. Null accepts those of all languages. */
  language: Language | null;
  /** The decimal sign; the other one groups thousands. Null if the text does not tell: then 1.234 has two values. */
  decimalSign: '.' | ',' | null;
}

/** Reads every number in all ways that its spelling allows. */
export const anyStyle: NumberStyle = { language: null, decimalSign: null };

/** Spain writes 1.234,5, Mexico 1,234.5: Spanish alone does not tell. */
const signs: Record<Language, '.' | ',' | null> = { en: '.', ja: '.', de: ',', fr: ',', es: null };
/** The beginning of a text that is read for its style. */
const readLength = 12_000;
/** Numbers that can be read in one way only, by the decimal sign that they show. */
const pointed = /(?<![\d.,/-])(?:\d+\.\d{1,2}|\d{1,3}(?:,\d{3}){1,8}\.\d+|\d{1,3}(?:,\d{3}){2,8})(?![.,]{0,4}\d)/g;
const comma = /(?<![\d.,/-])(?:\d+,\d{1,2}|\d{1,3}(?:\.\d{3}){1,8},\d+|\d{1,3}(?:\.\d{3}){2,8})(?![.,]{0,4}\d)/g;
/** Share of numbers in the other style from which a text's language does not tell its numbers any more. */
const maxForeign = 0.2;

/**
 * Returns how the numbers of a text are read: by its language, unless its own unambiguous numbers contradict; without a
 * language, by those numbers alone.
 */
export function readNumberStyle(text: string, language = findLanguage(text)): NumberStyle {
  const start = text.slice(0, readLength);
  const [points, commas] = [pointed, comma].map((form) => start.match(form)?.length ?? 0) as [number, number];
  const sign = language === null ? null : signs[language];
  if (sign !== null) {
    const foreign = sign === '.' ? commas : points;
    return { language, decimalSign: foreign > (points + commas) * maxForeign ? null : sign };
  }
  const own = points >= 2 && commas === 0 ? '.' : commas >= 2 && points === 0 ? ',' : null;
  return { language, decimalSign: own };
}

/**
 * Returns the values of digits with separators, such as 1200 and 1.2 for "1.200" in a text that does not tell its
 * style.
 */
export function readSpelling(digits: string, decimalSign: NumberStyle['decimalSign']): number[] {
  const plain = digits.replace(/[’'\u00a0\u202f\u2009 ]/g, '');
  const used = plain.match(/[.,]/g) ?? [];
  const last = used.at(-1);
  if (last === undefined) return [Number(plain)];
  const grouped = Number(plain.replace(/[.,]/g, ''));
  const at = plain.lastIndexOf(last);
  const decimal = Number(`${plain.slice(0, at).replace(/[.,]/g, '')}.${plain.slice(at + 1)}`);
  if (used.length > 1) return new Set(used).size === 1 ? [grouped] : [decimal];
  const mayGroup = /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
  if (!mayGroup) return [decimal];
  if (decimalSign === null) return [grouped, decimal];
  return [last === decimalSign ? decimal : grouped];
}
