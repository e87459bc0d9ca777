import type { SeededRandom } from './seeded-random.ts';

export type Language = 'en' | 'de' | 'fr' | 'es' | 'ja';

/** A number in the spelling of a source. */
export interface SeedNumber {
  raw: string;
  index: number;
  value: number;
  /** The text after it: a percent sign or word, a scale word, or nothing. */
  unit: string;
}

const grouping: Record<Language, { group: string; decimal: string }> = {
  en: { group: ',', decimal: '.' },
  de: { group: '.', decimal: ',' },
  fr: { group: ' ', decimal: ',' },
  es: { group: '.', decimal: ',' },
  ja: { group: ',', decimal: '.' },
};
const units = /^\s?(?:%|percent\b|Prozent\b|million\b|Millionen\b|millions\b)/;

/** Reads the numbers of a sentence in the spelling of its language, except digits in names and ordinals of dates. */
export function readSeedNumbers(sentence: string, language: Language): SeedNumber[] {
  const { group, decimal } = grouping[language];
  const [g, d] = [group === '.' ? '\\.' : group, decimal === '.' ? '\\.' : decimal];
  const pattern = new RegExp(
    `(?<![\\p{L}\\d.,])(?:\\d{1,3}(?:${g}\\d{3})+|\\d+)(?:${d}\\d+)?(?![\\d\\p{L}]|[.,]\\d)`,
    'gu',
  );
  return [...sentence.matchAll(pattern)].flatMap((match) => {
    const raw = match[0];
    const behind = sentence.slice(match.index + raw.length);
    if (/^[億万]/.test(behind)) return [];
    const value = Number(raw.replaceAll(group, '').replace(decimal, '.'));
    return [{ raw, index: match.index, value, unit: units.exec(behind)?.[0] ?? '' }];
  });
}

const words = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Returns the same number in another spelling, including its unit. The caller must leave out `unit`. */
export function spellOtherwise({ raw, value, unit }: SeedNumber, language: Language, random: SeededRandom): string {
  const isMillion = /^\s?[Mm]illi/.test(unit);
  if (isMillion && random.chance(0.4)) return format(Math.round(value * 1e6), random);
  const isYear = Number.isInteger(value) && value >= 1900 && value <= 2100 && raw.length === 4;
  const shown = isYear ? raw : format(value, random);
  if (isMillion && language === 'en' && random.chance(0.3)) return `${shown}m`;
  if (isMillion) return `${shown}${unit}`;
  if (unit !== '')
    return `${shown}${random.pick(['%', ' %', '\u00a0%', '\u202f%', language === 'de' ? ' Prozent' : ' percent'])}`;
  if (language === 'en' && words[value] !== undefined && value > 1 && random.chance(0.2)) return words[value] ?? shown;
  if (value >= 1e6 && random.chance(0.25)) return `about ${(value / 1e6).toFixed(2)} million`;
  return shown;
}

function format(value: number, random: SeededRandom): string {
  const [whole = '', fraction] = String(value).split('.');
  const group = random.pick([',', '.', '\u00a0', '\u202f', '', '’']);
  const decimal = group === '.' ? ',' : group === ',' ? '.' : random.pick(['.', ',']);
  const grouped = whole.length > 3 ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole;
  return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`;
}

/** Returns a number that looks like the given one but has another value, which is not in `taken`. */
export function alterNumber({ raw, value }: SeedNumber, taken: number[], random: SeededRandom): string {
  for (let tries = 0; tries < 60; tries += 1) {
    const altered = random.pick([changeDigit, swapDigits, addDigit, scaleUp])(raw, random);
    const plain = Number(altered.replace(/[,.\s]/g, ''));
    const digits = Number(raw.replace(/[,.\s]/g, ''));
    const ratio = plain / digits;
    const isTaken = taken.some((other) => Math.abs(other - value * ratio) < 1e-9 || other === plain);
    if (plain !== digits && plain > 0 && !isTaken && !/^0\d/.test(altered)) return altered;
  }
  return `${raw}7`;
}

function changeDigit(raw: string, random: SeededRandom): string {
  const places = [...raw].flatMap((unit, index) => (/\d/.test(unit) ? [index] : []));
  const place = random.pick(places);
  const digit = (Number(raw.charAt(place)) + random.integer(1, 9)) % 10;
  return raw.slice(0, place) + digit + raw.slice(place + 1);
}

function swapDigits(raw: string, random: SeededRandom): string {
  const places = [...raw].flatMap((unit, index) =>
    /\d/.test(unit) && /\d/.test(raw.charAt(index + 1)) ? [index] : [],
  );
  if (places.length === 0) return changeDigit(raw, random);
  const place = random.pick(places);
  return raw.slice(0, place) + raw.charAt(place + 1) + raw.charAt(place) + raw.slice(place + 2);
}

function addDigit(raw: string, random: SeededRandom): string {
  return /[.,\s]/.test(raw) ? changeDigit(raw, random) : `${raw}${random.integer(0, 9)}`;
}

function scaleUp(raw: string, random: SeededRandom): string {
  return /^\d{1,2}$/.test(raw) ? String(Number(raw) * random.pick([2, 3, 10])) : swapDigits(raw, random);
}
