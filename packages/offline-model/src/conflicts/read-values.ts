import type { Language } from '@ecp/language/language';
import { readMyriads, readScale } from '@ecp/language/number-scales';
import { readDates } from '@ecp/language/read-dates';
import type { Origin, Passage } from '../material/passage.ts';
import { plainDigits } from '../numbers/decimal.ts';
import { readValue, showsMark } from '../numbers/read-notation.ts';
import { readStems, stemWord } from '../text/read-words.ts';

/** A quantity in a sentence that can be compared with others of the same unit. */
export interface Value {
  /** The quantity as the sentence shows it. */
  shown: string;
  value: number;
  /** `€`, `%`, `day` and so on; empty for a plain count. */
  unit: string;
  /** The stem of what is counted, if it directly follows the figure. */
  noun: string | null;
  /** The stems of the word or words before the figure and of the two after it. */
  beside: string[];
  isPeriod: boolean;
  /** The year directly after the figure: "10.91 million in 2023". */
  year: string | null;
}

/** A year alone, which is no quantity. */
const year = String.raw`(?:19|20)\d{2}(?![\d.,]*\d|\s?[%€$£]|\s?(?:percent|Prozent))`;
const digits = String.raw`\d{1,3}(?:[.,’'\u00a0\u202f ]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?`;
const scale = String.raw`(?:(?:tr|b|m)illion(?:s|en)?|thousand|bn|mn|tn|Mrd\.?|Mio\.?|Tsd\.?|Milliarden?|tausend|milliards?|mille|mil(?: millones)?|millón|millones|billón|billones|(?<=\d)[km])(?!\p{Script=Latin})|[兆億万千]`;
const currency = String.raw`[$€£¥]|US\$|EUR|USD|GBP|CHF|JPY|euros?|Euro|dollars?|dólares|pounds|francs|円`;
const percent = String.raw`%|％|per\s?cent|Prozent|pour\s?cent|por\s?ciento|パーセント|percentage points|Prozentpunkte`;
const period = `minutes?|hours?|days?|weeks?|months?|years?|Minuten?|Stunden?|Tagen?|Tage?|Wochen?|Monaten?|Monate?|Jahren?|Jahre?|heures?|jours?|semaines?|mois|ans?|années?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?|分|時間|日間?|週間|か月|カ月|ヶ月|年間`;
const valuePattern = new RegExp(
  String.raw`(?<year>${year})|(?:(?<sign>${currency})\s?)?(?<![\p{Script=Latin}\d.,/-])(?<digits>${digits})(?:[\s-]?(?<scale>${scale}))?(?:[\s-]?(?:de\s|d['’])?(?:(?<money>${currency})|(?<percent>${percent})|(?<period>${period}))(?![\p{Script=Latin}\d]))?`,
  'giu',
);
/** A length or an area, which says how big a thing is, not how many there are. */
const isMeasure =
  /^\s?(?:square|cubic|m²|metres?|meters? (?:long|wide|high)|kilomet|Quadrat|Meter(?!s)|Kilometer|mètres|metros)/i;
const periods: [RegExp, string][] = [
  [/^(?:minut|Minut|分)/iu, 'minute'],
  [/^(?:hour|Stunde|heure|hora|時間)/iu, 'hour'],
  [/^(?:day|Tag|jour|día|日)/iu, 'day'],
  [/^(?:week|Woche|semaine|semana|週)/iu, 'week'],
  [/^(?:month|Monat|mois|mes|か月|カ月|ヶ月)/iu, 'month'],
  [/^(?:year|Jahr|an|año|年)/iu, 'year'],
];
const signs: [RegExp, string][] = [
  [/^(?:€|eur|euros?)$/i, '€'],
  [/^(?:\$|us\$|usd|dollars?|dólares)$/i, '$'],
  [/^(?:£|gbp|pounds)$/i, '£'],
  [/^(?:¥|jpy|円)$/i, '¥'],
  [/^(?:chf|francs)$/i, 'CHF'],
];
const words = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const wordPattern = new RegExp(String.raw`\b(${words.join('|')})(?=\s(?:days?|weeks?|months?|years?)\b)`, 'gi');

/** Reads the quantities of a sentence: digits, number words before a period, "one in nine" as a share; no dates. */
export function readValues({ text: original, origin }: Passage): Value[] {
  const text = original
    .replace(wordPattern, (word) => String(words.indexOf(word.toLowerCase()) + 1))
    .replace(/\bone in (\w+)\b/gi, (whole, of: string) => {
      const count = words.indexOf(of.toLowerCase()) + 1 || Number(of);
      return count > 1 ? `${(100 / count).toFixed(1)} percent` : whole;
    });
  const { language } = origin;
  const dates = readDates(text, language);
  const isDated = ({ index = 0 }: RegExpMatchArray) => dates.some(({ start, end }) => index >= start && index < end);
  // English puts what is measured right before the figure, other languages further away.
  const reach = language === 'en' ? 1 : 3;
  const found = [...text.matchAll(valuePattern)].filter((match) => !isDated(match));
  // If the text does not show its decimal sign, the sign more likely groups thousands.
  return found.flatMap((match) => readMatch(match, text, origin, reach) ?? []);
}

function readMatch(
  match: RegExpMatchArray,
  text: string,
  { decimalSign: usual, language }: Origin,
  reach: number,
): Value | null {
  const groups = match.groups ?? {};
  const written = groups['digits'];
  const start = match.index ?? 0;
  const end = start + match[0].length;
  if (written === undefined || isMeasure.test(text.slice(end, end + 14))) return null;
  const plain = written.replace(/[’'\u00a0\u202f]/g, ' ');
  const shown = showsMark(plain);
  if (shown === 'invalid') return null;
  const factor = readFactor(groups['scale'], language);
  const exact = readValue(
    { digits: plain, isNegative: false, unit: '' },
    shown ?? usual ?? (plain.includes(',') ? '.' : ','),
  );
  const value = Number(plainDigits(exact)) * factor;
  const unit = readUnit(groups);
  const after = unit === '' && factor === 1 ? /^[\s-]?(\p{L}{3,})/u.exec(text.slice(end))?.[1] : undefined;
  const noun = after === undefined ? null : stemWord(after.toLowerCase());
  if (unit === '' && value < 5) return null;
  return {
    shown: [match[0].trim(), after].filter((part) => part !== undefined).join(' '),
    ...{ value, unit, noun },
    isPeriod: groups['period'] !== undefined,
    year: /^\s?(?:in|im Jahr|en)\s((?:19|20)\d{2})(?!\d)/.exec(text.slice(end))?.[1] ?? null,
    beside: [...(noun ? [noun] : []), ...readBeside(text, start, end, reach)],
  };
}

function readFactor(scale: string | undefined, language: Language): number {
  if (scale === undefined) return 1;
  if (/^[兆億万千]$/.test(scale)) return readMyriads(`1${scale}`);
  const [word = '', next = ''] = scale.toLowerCase().split(' ');
  return readScale(word, next, language)?.[0] ?? 1;
}

function readUnit(groups: Record<string, string | undefined>): string {
  if (groups['percent'] !== undefined) return '%';
  if (groups['period'] !== undefined)
    return periods.find(([pattern]) => pattern.test(groups['period'] ?? ''))?.[1] ?? '';
  const sign = groups['sign'] ?? groups['money'] ?? '';
  return signs.find(([pattern]) => pattern.test(sign))?.[1] ?? sign;
}

function readBeside(text: string, start: number, end: number, reach: number): string[] {
  const topical = (part: string) =>
    readStems(part).filter((stem) => !/\d|^(?:percent|prozent|million|billion|milliard|thousand)/.test(stem));
  return [
    ...topical(text.slice(Math.max(0, start - 60), start)).slice(-reach),
    ...topical(text.slice(end, end + 80)).slice(0, 2),
  ];
}

const quarters = 'first second third fourth'.split(' ');

/** Returns the years that a text names, and its quarters as `2025 Q4`. A quarter without a year does not count. */
export function readYears(text: string): Set<string> {
  const spelled = text
    .replace(
      /\b(first|second|third|fourth) quarter (?:of )?((?:19|20)\d{2})\b/gi,
      (_, word: string, year: string) => `${year} Q${quarters.indexOf(word.toLowerCase()) + 1} ${year}`,
    )
    .replace(/\b([1-4])\. Quartal ((?:19|20)\d{2})\b/gi, '$2 Q$1 $2');
  return new Set(spelled.match(/(?<!\d)(?:19|20)\d{2}(?!\d)(?: Q[1-4])?/g));
}
