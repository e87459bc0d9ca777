import { takePlaces } from '@ecp/language/take-places';

/** A length of time that a text tells: a month, three years. `days` of a calendar year of 365. */
export interface TimeSpan {
  unit: SpanUnit;
  count: number;
  start: number;
  end: number;
}
export type SpanUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'half' | 'year';

/** Nouns of each unit with its adjectives, in all languages. The longer unit comes first: a half year is no year. */
const nouns: readonly [SpanUnit, string, string][] = [
  [
    'half',
    'half[- ]years?|half a year|six[- ]month period|Halbjahr(?:es|e)?|halbe[ns]? Jahr|semestres?|demi-année|medio año|半年(?:間)?|上半期|下半期',
    'half[- ]yearly|semi-?annual|halbjährlich\\p{L}*|semestriel\\p{L}*|semestral\\p{L}*',
  ],
  [
    'quarter',
    'quarters?|three months|Quartal(?:e|en|s)?|Vierteljahr\\p{L}*|trimestres?|四半期',
    'quarterly|vierteljährlich\\p{L}*|quartalsweise|trimestriel\\p{L}*|trimestral\\p{L}*',
  ],
  [
    'year',
    'years?|annum|p\\.\\s?a\\.|twelve months|12 months|Jahr(?:e|en|s|es)?|zwölf Monate\\p{L}*|12 Monate\\p{L}*|années?|ans?|exercice|douze mois|12 mois|años?|ejercicio|doce meses|12 meses|年(?:間|額|率|換算)?(?!\\d)|年(?=\\d[\\d,.]*(?:万|億)?円)|12[かヶカ]月',
    'yearly|annual\\p{L}*|jährlich\\p{L}*|Jahres(?!bericht|abschluss|ende|anfang|zahl|wechsel)\\p{L}+|annuel\\p{L}*|anual\\p{L}*|毎年|通年',
  ],
  [
    'month',
    'months?|Monat(?:e|en|s)?|mois|mes(?:es)?|月(?:間|額|々)?(?!\\d{1,2}日)|[かヶカヵ]月',
    'monthly|monatlich\\p{L}*|Monats\\p{L}+|mensuel\\p{L}*|mensual\\p{L}*|毎月',
  ],
  [
    'week',
    'weeks?|Wochen?|semaines?|semanas?|週(?:間)?',
    'weekly|wöchentlich\\p{L}*|Wochen(?!end)\\p{L}+|hebdomadaire\\p{L}*|semanal\\p{L}*|毎週',
  ],
  [
    'day',
    'days?|Tag(?:e|en|es)?|Werktag\\p{L}*|Arbeitstag\\p{L}*|jours?|journée|días?|日(?!本)(?:間|額|々)?',
    'daily|täglich\\p{L}*|Tages\\p{L}+|quotidien\\p{L}*|journali\\p{L}*|diari\\p{L}*|毎日',
  ],
  ['hour', 'hours?|Stunden?|heures?|horas?|時間', 'hourly|stündlich\\p{L}*|Stunden(?!plan)\\p{L}+|horaires?|毎時|時給'],
  ['minute', 'minutes?|Minuten?|minutos?|分(?!の)', '毎分'],
  ['second', 'seconds?|Sekunden?|secondes?|segundos?|秒', '毎秒'],
];
const counts: Readonly<Record<string, number>> = {
  ...{ two: 2, zwei: 2, deux: 2, dos: 2, 二: 2, 両: 2, three: 3, drei: 3, trois: 3, tres: 3, 三: 3, four: 4, vier: 4 },
  ...{ quatre: 4, cuatro: 4, 四: 4, five: 5, fünf: 5, cinq: 5, cinco: 5, 五: 5, six: 6, sechs: 6, seis: 6, 六: 6 },
  ...{ seven: 7, sieben: 7, sept: 7, siete: 7, eight: 8, acht: 8, huit: 8, ocho: 8, nine: 9, neun: 9, neuf: 9 },
  ...{ nueve: 9, ten: 10, zehn: 10, dix: 10, diez: 10, 十: 10 },
};
const number = `(?:(\\d{1,3}(?![\\d.,]\\d))|(${Object.keys(counts).join('|')}))[\\s\\u00a0-]?`;
const forms = nouns.map(([unit, words, adjectives]): [SpanUnit, RegExp] => [
  unit,
  new RegExp(`(?<![\\p{L}\\d.,])(?:${number})?(?:${latin(`${words}|${adjectives}`)})(?!\\p{L})`, 'giu'),
]);
const eastern = nouns.map(([unit, words, adjectives]): [SpanUnit, RegExp] => [
  unit,
  new RegExp(`(?:${number})?(?:${japanese(`${words}|${adjectives}`)})`, 'gu'),
]);

function latin(words: string): string {
  return pick(words, false);
}

function japanese(words: string): string {
  return pick(words, true);
}

function pick(words: string, isEastern: boolean): string {
  const all = words.split(/\|(?![^(]*\))/u);
  return all.filter((word) => /[\p{Script=Han}\p{Script=Katakana}]/u.test(word) === isEastern).join('|');
}

/** Finds the lengths of time that a text names, in any language: "per month", "annual", "over three years", 月額. */
export function readSpans(text: string): TimeSpan[] {
  const spans: TimeSpan[] = [];
  const taken = takePlaces(text.length);
  for (const [unit, form] of [...forms, ...eastern]) {
    for (const match of text.matchAll(form)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (match[0] === '' || taken.has(start, end)) continue;
      const count = Number(match[1] ?? counts[(match[2] ?? '').toLowerCase()] ?? 1);
      spans.push({ unit, count: count === 0 ? 1 : count, start, end });
      taken.add(start, end);
    }
  }
  return spans.sort((one, other) => one.start - other.start);
}

/** How many of the shorter unit the longer one has, with the usual conventions. */
const factors: Readonly<Record<string, readonly number[]>> = {
  'year/half': [2],
  'year/quarter': [4],
  'year/month': [12],
  'year/week': [52],
  'year/day': [365, 360, 250, 260, 220],
  'year/hour': [8_760],
  'half/quarter': [2],
  'half/month': [6],
  'half/week': [26],
  'quarter/month': [3],
  'quarter/week': [13],
  'quarter/day': [90],
  'month/week': [52 / 12, 4],
  'month/day': [30, 365 / 12],
  'week/day': [7, 5],
  'week/hour': [168],
  'day/hour': [24, 8],
  'hour/minute': [60],
  'hour/second': [3_600],
  'minute/second': [60],
  'day/minute': [1_440],
};

/** Returns the numbers by which a figure for one length of time is multiplied for another one. */
export function factorsBetween(from: TimeSpan, to: TimeSpan): number[] {
  const ratio = to.count / from.count;
  if (from.unit === to.unit) return ratio === 1 ? [] : [ratio];
  const up = factors[`${to.unit}/${from.unit}`];
  if (up) return up.map((factor) => factor * ratio);
  return (factors[`${from.unit}/${to.unit}`] ?? []).map((factor) => ratio / factor);
}
