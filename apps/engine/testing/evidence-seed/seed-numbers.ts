import type { Language } from '@ecp/language/language';
import { frames } from './frames.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A number in the spelling of a source. */
export interface SeedNumber {
  raw: string;
  index: number;
  value: number;
  /** The text after it: a percent sign or word, a scale word, or nothing. */
  unit: string;
}

/** A date in a source, in the form of its language. */
export interface SeedDate {
  day: number;
  month: number;
  year: number;
}

const grouping: Record<Language, { groups: string[]; decimal: string }> = {
  en: { groups: [','], decimal: '.' },
  de: { groups: ['.', '\u00a0', '’'], decimal: ',' },
  fr: { groups: ['\u202f', '\u00a0', ' '], decimal: ',' },
  es: { groups: ['.', '\u00a0'], decimal: ',' },
  ja: { groups: [','], decimal: '.' },
};
const units = /^\s?(?:%|％|percent\b|Prozent\b|million\b|Millionen\b|Mio\.|millions\b|millones\b|M(?=€)|億|万)/;
const scales: [RegExp, number][] = [
  [/mil|Mil|Mio|M/, 1e6],
  [/億/, 1e8],
  [/万/, 1e4],
];

/** Reads the numbers of a sentence in the spelling of its language, except digits in names and ordinals of dates. */
export function readSeedNumbers(original: string, language: Language): SeedNumber[] {
  const sentence = original.replace(/[０-９，．]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));
  const { groups, decimal } = grouping[language];
  const [group = ''] = groups.includes(' ') ? [' '] : groups;
  const [g, d] = [RegExp.escape(group), RegExp.escape(decimal)];
  const letters = language === 'ja' ? 'A-Za-z' : '\\p{L}';
  const pattern = new RegExp(
    `(?<![${letters}\\d.,]|[億万第])(?:\\d{1,3}(?:${g}\\d{3})+|\\d+)(?:${d}\\d+)?(?![\\d年月日]|[.,]\\d|${language === 'ja' ? '[億万]\\d' : '\\p{L}'})`,
    'gu',
  );
  return [...sentence.matchAll(pattern)].flatMap((match) => {
    const raw = match[0];
    const behind = sentence.slice(match.index + raw.length);
    // Days of dates are no figures to vary, and neither are ordinals.
    if (/^(?:er |\. \p{L}| de (?:enero|marzo|abril|mayo|junio|septiembre))/u.test(behind) && Number(raw) <= 31)
      return [];
    const value = Number(raw.replaceAll(group, '').replace(decimal, '.'));
    return [{ raw, index: match.index, value, unit: units.exec(behind)?.[0] ?? '' }];
  });
}

const words: Partial<Record<Language, string[]>> = {
  en: 'zero one two three four five six seven eight nine ten eleven twelve'.split(' '),
  de: 'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' '),
  fr: 'zéro un deux trois quatre cinq six sept huit neuf dix onze douze'.split(' '),
  es: 'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce'.split(' '),
};
const tens: Partial<Record<Language, Record<number, string>>> = {
  en: { 25: 'twenty-five', 48: 'forty-eight', 63: 'sixty-three', 96: 'ninety-six', 19: 'nineteen', 38: 'thirty-eight' },
  de: { 25: 'fünfundzwanzig', 48: 'achtundvierzig', 63: 'dreiundsechzig', 96: 'sechsundneunzig', 38: 'achtunddreißig' },
  fr: {
    25: 'vingt-cinq',
    48: 'quarante-huit',
    84: 'quatre-vingt-quatre',
    96: 'quatre-vingt-seize',
    71: 'soixante et onze',
  },
  es: { 25: 'veinticinco', 48: 'cuarenta y ocho', 63: 'sesenta y tres', 96: 'noventa y seis', 38: 'treinta y ocho' },
  ja: { 19: '十九', 25: '二十五', 48: '四十八', 63: '六十三', 96: '九十六', 142: '百四十二' },
};

/** Returns the number as a text in `language` may write it, including its unit. */
export function spellIn({ raw, value, unit }: SeedNumber, language: Language, random: SeededRandom): string {
  const frame = frames[language];
  const factor = scales.find(([pattern]) => pattern.test(unit))?.[1] ?? 1;
  const whole = Math.round(value * factor * 1e6) / 1e6;
  if (factor > 1) {
    if (language === 'ja' && random.chance(0.5)) return spellJapanese(whole);
    if (whole >= 1e6 && random.chance(0.6))
      return `${format(whole / 1e6, language, random)}${random.pick(frame.million)}`;
    return format(whole, language, random);
  }
  const isYear = Number.isInteger(value) && value >= 1900 && value <= 2100 && raw.length === 4;
  if (unit !== '') {
    const percent = random.pick(['%', ' %', '\u00a0%', '\u202f%', frame.percent]);
    return `${format(value, language, random)}${percent}`;
  }
  const word = words[language]?.[value];
  if (word !== undefined && value > 1 && random.chance(0.2)) return word;
  const long = tens[language]?.[value];
  if (long !== undefined && random.chance(0.5)) return long;
  if (value >= 1e6 && language !== 'ja' && random.chance(0.25)) {
    const rounded = Number((value / 1e6).toFixed(2));
    return `${frame.about} ${format(rounded, language, random)}${frame.million[0]}`;
  }
  return isYear ? raw : format(value, language, random);
}

function spellJapanese(value: number): string {
  const [high, low] = [Math.floor(value / 1e8), Math.round((value % 1e8) / 1e4)];
  return `${high > 0 ? `${high}億` : ''}${low > 0 ? `${low}万` : ''}`;
}

function format(value: number, language: Language, random: SeededRandom): string {
  const { groups, decimal } = grouping[language];
  const [whole = '', fraction] = String(value).split('.');
  const group = random.pick([...groups, '']);
  const grouped = whole.length > 3 ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole;
  const plain = fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`;
  if (language !== 'ja' || !random.chance(0.3)) return plain;
  return plain.replace(/[\d.,]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
}

/**
 * Returns a number of four to six digits with the sign of the other style, which moves its decimal point: 1.284 for
 * 1,284.
 */
export function exchangeSign({ value, unit }: SeedNumber, language: Language): string | null {
  const { decimal, groups } = grouping[language];
  if (unit !== '' || !Number.isInteger(value) || value < 1_000 || value > 999_999 || groups[0] === '') return null;
  if (value >= 1900 && value <= 2100) return null;
  return String(value).replace(/(?=\d{3}$)/, decimal);
}

const months: Record<Language, string> = {
  en: 'January February March April May June July August September October November December',
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  ja: '1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月',
};
const dateForms: Record<Language, RegExp> = {
  en: /(\d{1,2}) (\p{Lu}\p{Ll}+) (\d{4})/u,
  de: /(\d{1,2})\. (\p{Lu}\p{Ll}+) (\d{4})/u,
  fr: /(\d{1,2})(?:er)? (\p{Ll}+) (\d{4})/u,
  es: /(\d{1,2}) de (\p{Ll}+) de (\d{4})/u,
  ja: /(?<year>\d{4})年(?<month>\d{1,2}月)(?<day>\d{1,2})日/u,
};

/** Reads the first whole date of a sentence in the form of its language. */
export function readSeedDate(sentence: string, language: Language): SeedDate | null {
  const match = dateForms[language].exec(sentence);
  if (!match) return null;
  const { day = match[1], month = match[2], year = match[3] } = match.groups ?? {};
  const index = months[language].split(' ').indexOf(month ?? '');
  return index === -1 ? null : { day: Number(day), month: index + 1, year: Number(year) };
}

/** Writes a date in one of the forms of a language. */
export function spellDate({ day, month, year }: SeedDate, language: Language, random: SeededRandom): string {
  const name = months[language].split(' ')[month - 1] ?? '';
  const two = (value: number) => String(value).padStart(2, '0');
  const iso = `${year}-${two(month)}-${two(day)}`;
  const forms: Record<Language, string[]> = {
    en: [`${day} ${name} ${year}`, `${name} ${day}, ${year}`, iso],
    de: [`${day}. ${name} ${year}`, `${two(day)}.${two(month)}.${year}`, `${day}. ${name.slice(0, 3)}. ${year}`],
    fr: [`${day === 1 ? '1er' : day} ${name} ${year}`, `${two(day)}/${two(month)}/${year}`],
    es: [`${day} de ${name} de ${year}`, `${two(day)}/${two(month)}/${year}`],
    ja: [`${year}年${month}月${day}日`, iso, `令和${year - 2018}年${month}月${day}日`],
  };
  return random.pick(forms[language]);
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
