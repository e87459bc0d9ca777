import type { Language } from './language.ts';

/** A billion has nine zeros in English and twelve in German, French and Spanish. */
const long = { billion: 1e12, trillion: 1e18 };
const short = { billion: 1e9, trillion: 1e12 };

/** Factors of words and letters after a number. A letter, or "tn", may also be a unit. */
const scales: [RegExp, number[]][] = [
  [/^(?:[kK]|thousand|[Tt]sd|[Tt]ausend|mille|mila|mil|milliers?)$/, [1e3]],
  [/^(?:miles|T)$/, [1e3, 1]],
  [/^(?:[Mm]illion(?:s|en)?|[Mm]ios?|mn|mln|mill?ones|milioni|millón|MM|mill|mdp)$/, [1e6]],
  [/^crores?$/, [1e7]],
  [/^lakhs?$/, [1e5]],
  [/^[Mm]$/, [1e6, 1]],
  [/^(?:bn|[Mm]rd|[Mm]illiarden?|milliards?|miliardi|mill?ardos?|mias?|mld|[Mm]ds?)$/, [1e9]],
  [/^tn$/, [1e12, 1]],
  [/^(?:trn|billones|billón)$/, [1e12]],
];
const currency = /(?<=^\p{Lu}|^\p{Ll}|^Mio|^Mrd)(?:EUR|CHF|USD|GBP|JPY)$/u;

/**
 * Returns the factors by which a word after a number may multiply it: "thousand", "Mio.", "Md€", "mil millones",
 * "TEUR". Null for a word that is no scale.
 * @param next the word after it
 */
export function readScale(word: string, next: string, language: Language | null): number[] | null {
  const plain = word.replace(/\.$/, '').replace(currency, '');
  if (plain === 'mil' && next === 'millones') return [1e9];
  if (plain === 'miles' && next === 'de millones') return [1e9];
  const lower = plain.toLowerCase();
  const named = /^(billion|trillion)(?:s|en)?$/.exec(lower)?.[1] as 'billion' | 'trillion' | undefined;
  if (named !== undefined) {
    if (language === null) return lower.endsWith('en') ? [long[named]] : [short[named], long[named]];
    return [(language === 'en' || language === 'ja' ? short : long)[named]];
  }
  return scales.find(([pattern]) => pattern.test(plain) || pattern.test(lower))?.[1] ?? null;
}

/** Units of large numbers in Japanese, the longest first. */
const myriads: [string, number][] = [
  ['千億', 1e11],
  ['百億', 1e10],
  ['十億', 1e9],
  ['千万', 1e7],
  ['百万', 1e6],
  ['兆', 1e12],
  ['億', 1e8],
  ['万', 1e4],
  ['千', 1e3],
  ['百', 1e2],
];

/** Matches digits with units of ten thousands: 1億2000万, 3.5兆, 3万5000. */
export const myriadPattern = `(?:\\d[\\d,]{0,20}(?:\\.\\d{1,9})?(?:${myriads.map(([unit]) => unit).join('|')}))+(?:\\d[\\d,]{0,20}(?![\\d年月日.]))?`;

/** Returns the value of a text that `myriadPattern` matches. */
export function readMyriads(text: string): number {
  let value = 0;
  for (const [, digits = '', unit] of text.matchAll(/([\d,.]+)(千億|百億|十億|千万|百万|兆|億|万|千|百)?/g)) {
    value += Number(digits.replaceAll(',', '')) * (myriads.find(([name]) => name === unit)?.[1] ?? 1);
  }
  return value;
}
