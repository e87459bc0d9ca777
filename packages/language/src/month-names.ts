import type { Language } from './language.ts';

/** Names of the months by language, January first. */
const names: Record<Exclude<Language, 'ja'>, string> = {
  en: 'january february march april may june july august september october november december',
  de: 'januar februar märz april mai juni juli august september oktober november dezember',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
};
/** Their abbreviations, written with or without a full stop. */
const abbreviations: Record<Exclude<Language, 'ja'>, string> = {
  en: 'jan feb mar apr may jun jul aug sep oct nov dec',
  de: 'jan feb mär apr mai jun jul aug sep okt nov dez',
  fr: 'janv févr mars avr mai juin juil août sept oct nov déc',
  es: 'ene feb mar abr may jun jul ago sep oct nov dic',
};
const others: [string, number][] = [
  ['jänner', 1],
  ['feber', 2],
  ['setiembre', 9],
  ['sept', 9],
  ['set', 9],
  ['fevrier', 2],
  ['aout', 8],
  ['decembre', 12],
  ['maerz', 3],
  ['mrz', 3],
];

const entries = [...Object.values(names), ...Object.values(abbreviations)].flatMap((line) =>
  line.split(' ').map((name, index): [string, number] => [name, index + 1]),
);

/**
 * The number of each month, 1 to 12, by its name or abbreviation in lower case, in all languages: none contradicts
 * another.
 */
export const monthNumbers: ReadonlyMap<string, number> = new Map([...entries, ...others]);

/** The full names of the months in lower case, in all languages. */
export const monthNames: readonly string[] = [
  ...Object.values(names).flatMap((line) => line.split(' ')),
  ...['jänner', 'feber', 'setiembre'],
];

/** The abbreviations that end with a full stop. "may", "mai", "mars" and "set" are also words, and end sentences. */
export const monthAbbreviations: readonly string[] = [
  ...Object.values(abbreviations).flatMap((line) => line.split(' ')),
  'sept',
  'mrz',
].filter((name) => !/^(?:may|mai|mars|mar|juin|août)$/.test(name));
