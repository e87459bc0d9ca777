import type { Language } from './language.ts';
import { readUnitBefore, readUnitBehind } from './units.ts';

/** A day, week, month, quarter, half year or year of a text. Parts that the text omits are null. */
export interface DateSpan {
  text: string;
  start: number;
  end: number;
  year: number | null;
  /** The last year of a year that two numbers name: 2024 of "2023/24". */
  until: number | null;
  /**
   * True for a fiscal year and its parts: "FY24", "2023/24", "exercice 2024", "Q3 of fiscal 2025",
   * 2024年度.
   */
  fiscal: boolean;
  /** The first and the last month that it covers, 1 to 12. */
  months: readonly [number, number] | null;
  day: number | null;
  week: number | null;
  /** 0 for Sunday to 6. */
  weekday: number | null;
  /** The other reading of "05/07/2026". */
  other: { month: number; day: number } | null;
  /** The same number for the two dates of a range. */
  range: number | null;
}

/** Month names by language, January first, then their abbreviations. */
const monthLists = [
  'january february march april may june july august september october november december',
  'januar februar märz april mai juni juli august september oktober november dezember',
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'jan feb mar apr may jun jul aug sep oct nov dec',
  'jan feb mär apr mai jun jul aug sep okt nov dez',
  'janv févr mars avr mai juin juil août sept oct nov déc',
  'ene feb mar abr may jun jul ago sep oct nov dic',
  'jänner feber maerz - - - - aout setiembre - - decembre',
  '- fevrier mrz - - - - - set - - -',
];
/** Month numbers, 1 to 12, by lower-case name or abbreviation in all languages. */
export const monthNumbers: ReadonlyMap<string, number> = new Map(
  monthLists
    .flatMap((line) => line.split(' ').map((name, index): [string, number] => [name, index + 1]))
    .filter(([name]) => name !== '-'),
);
/**
 * The abbreviations that end with a full stop. "may", "mai", "mars" and "set" are also words, and
 * end sentences.
 */
export const monthAbbreviations: readonly string[] = [
  ...monthLists.slice(4, 8).flatMap((line) => line.split(' ')),
  'sept',
  'mrz',
].filter((name) => !/^(?:may|mai|mars|mar|juin|août)$/.test(name));
/** Month names that are also ordinary words. Alone, they need a word of time before them. */
const doubtful = new Set([
  'may',
  'march',
  'mars',
  'mar',
  'set',
  'mai',
  'sep',
  'ago',
  'dec',
  'jan',
  'dic',
]);

const weekdays = [
  'sunday sonntag dimanche domingo sun so',
  'monday montag lundi lunes mon mo',
  'tuesday dienstag mardi martes tue tues di',
  'wednesday mittwoch mercredi miércoles wed mi',
  'thursday donnerstag jeudi jueves thu thur thurs do',
  'friday freitag vendredi viernes fri fr',
  'saturday samstag samedi sábado sonnabend sat sa',
];
const weekdayNumbers = new Map(
  weekdays.flatMap((line, index) => line.split(' ').map((name): [string, number] => [name, index])),
);

type Parts = Partial<Omit<DateSpan, 'text' | 'start' | 'end'>>;
const nothing = {
  year: null,
  until: null,
  fiscal: false,
  months: null,
  day: null,
  week: null,
  weekday: null,
  other: null,
  range: null,
};
interface Found {
  start: number;
  end: number;
  parts: Parts;
}

const tokens =
  /\d+|[\p{Script=Latin}]+|第|[上下]半?期|[前後]半|令和|平成|昭和|[日月火水木金土]曜/gu;
const eras: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925 };
/** Limits the characters before and behind a token that belong to a date. */
const reach = 32;

/**
 * Reads dates in all languages' forms in linear time. Between slashes, only English puts the month
 * first.
 */
export function readDates(original: string, language: Language | null): DateSpan[] {
  const text = widenDigits(original);
  const found: DateSpan[] = [];
  let done = 0;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (index < done) continue;
    for (const { start, end, parts } of readAt(text, token, index, language)) {
      if (start < (found.at(-1)?.end ?? 0)) {
        const last = found.at(-1);
        // "12 March" begins before its month's name: a day alone is no date, but a year before it
        // is one.
        if (last === undefined || start > last.start || end <= last.end) continue;
        found.pop();
      }
      found.push({ ...nothing, ...parts, text: original.slice(start, end).trim(), start, end });
      done = Math.max(done, end);
    }
  }
  joinWeekdays(found, text);
  markRanges(found, text);
  return found;
}

/** Reads the dates that name a part of a year or a weekday; years alone are omitted. */
export const readDays = (text: string, language: Language | null): DateSpan[] =>
  readDates(text, language).filter(({ months, weekday }) => months !== null || weekday !== null);

/** Writes full-width digits and signs as ordinary ones, each at its place. */
export const widenDigits = (text: string): string =>
  /[！-～]/.test(text)
    ? text.replace(/[０-９，．％（）－＋／：＄Ａ-Ｚａ-ｚ]/g, (wide) =>
        String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
      )
    : text;

/** Words that may be a date or a part of one. Others are skipped. */
const dateWords: ReadonlySet<string> = new Set([
  ...monthNumbers.keys(),
  ...weekdayNumbers.keys(),
  ...'q t h s hj half halbjahr halbjahres jahreshälfte semestre semester moitié mitad quarter quartal quartals'.split(
    ' ',
  ),
  ...'trimestre week kw woche kalenderwoche semaine semana fy gj cy af ef'.split(' '),
]);

function readAt(text: string, token: string, at: number, language: Language | null): Found[] {
  const first = token.charCodeAt(0);
  if (first <= 57) return readDigits(text, token, at, language);
  if (first >= 0x2e80) return readEastern(text, token, at);
  const lower = token.toLowerCase();
  if (!dateWords.has(lower)) return [];
  const month = monthNumbers.get(lower);
  if (month !== undefined) return readMonth(text, token, at, month, language);
  const weekday = weekdayNumbers.get(lower);
  if (weekday === undefined) return readPart(text, token, at);
  return lower.length > 4 ? [{ start: at, end: at + token.length, parts: { weekday } }] : [];
}

/** ISO dates, dates with points or slashes, Japanese dates, years. */
const numeric: readonly [RegExp, (groups: Groups, language: Language | null) => Parts | null][] = [
  [
    /(?<year>(?:1[6-9]|20|21)\d{2})-(?<month>0[1-9]|1[0-2])-(?<day>[0-2]\d|3[01])(?![\p{Script=Latin}\d](?<!T))(?:T[\d:.]+Z?)?/uy,
    ({ year, month, day }) => ymd(year, month, day),
  ],
  [
    /(?<year>(?:1[6-9]|20|21)\d{2})(?<sign>[/.])(?<month>0?[1-9]|1[0-2])\k<sign>(?<day>0?[1-9]|[12]\d|3[01])(?!\d)/uy,
    ({ year, month, day }) => ymd(year, month, day),
  ],
  [
    /(?<first>\d{1,2})(?<sign>[./-])(?<second>\d{1,2})\k<sign>(?<year>(?:1[6-9]|20|21)\d{2}|\d{2})(?![\p{Script=Latin}\d]|[.,/-]\d)/uy,
    (groups, language) => readShort(groups, language),
  ],
  [
    // The year of accounts that ends with a month: 2024年3月期.
    /(?<year>\d{4})\s?年\s?\d{1,2}\s?月期/uy,
    ({ year }) => ({ ...ymd(year, undefined, undefined), fiscal: true }),
  ],
  [
    /(?:(?<year>\d{4})\s?年(?<fiscal>\s?度の?)?)(?:\s?(?<month>\d{1,2})\s?月(?:\s?(?<day>\d{1,2})\s?日)?)?/uy,
    ({ year, month, day, fiscal }) => ({
      ...ymd(year, month, day),
      fiscal: fiscal !== undefined && month === undefined,
    }),
  ],
  [
    /(?<month>\d{1,2})\s?月(?:\s?(?<day>\d{1,2})\s?日)?/uy,
    ({ month, day }) => ymd(undefined, month, day),
  ],
  [
    /(?<month>0[1-9]|1[0-2])[./](?<year>(?:19|20)\d{2})(?![\d.,/])/uy,
    ({ year, month }) => ymd(year, month, undefined),
  ],
  [
    /(?<year>(?:19|20)\d{2})-(?<month>0[1-9]|1[0-2])(?![\d-])/uy,
    ({ year, month }) => ymd(year, month, undefined),
  ],
  [
    /(?<year>(?:19|20)\d{2})[-/ ]?(?:W|KW ?)(?<week>\d{1,2})(?!\d)/uy,
    ({ year, week }) => ({ year: Number(year), week: Number(week) }),
  ],
  [
    /(?<year>(?:19|20)\d{2})[-/ ]?(?<part>[QTHS])(?<nth>[1-4])(?![\p{Script=Latin}\d])/uy,
    ({ year, part, nth }) => partOf(part, nth, year),
  ],
  [
    /(?<nth>[1-4])(?<part>[QTH])[ ]?(?<fiscal>FY)?['’]?(?<year>(?:19|20)?\d{2})(?![\p{Script=Latin}\d])/uy,
    ({ year, part, nth, fiscal }) => {
      const parts = partOf(part, nth, year);
      return parts && { ...parts, fiscal: fiscal !== undefined };
    },
  ],
  [
    /(?<nth>[1-4])(?<part>[QTH])(?![\p{Script=Latin}\d])/uy,
    ({ part, nth }) => partOf(part, nth, undefined),
  ],
];
type Groups = Record<string, string | undefined>;
const fullYear = /(?:1[6-9]|20|21)\d{2}/y;

const ymd = (
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): Parts => ({
  year: year === undefined ? null : Number(year),
  months: month === undefined ? null : [Number(month), Number(month)],
  day: day === undefined ? null : Number(day),
});

function readShort(
  { first, second, year = '', sign }: Groups,
  language: Language | null,
): Parts | null {
  const [one, two] = [Number(first), Number(second)];
  if (sign === '-' && year.length === 2) return null;
  const swaps = sign !== '.' && (two > 12 || (language === 'en' && one <= 12));
  const [day, month] = swaps ? [two, one] : [one, two];
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  const mayDiffer = sign !== '.' && one <= 12 && two <= 12 && one !== two;
  return {
    ...ymd(longYear(year), String(month), String(day)),
    other: mayDiffer ? { month: day, day: month } : null,
  };
}

const longYear = (year: string) => (year.length === 2 ? `20${year}` : year);

function partOf(part = '', nth = '', year: string | undefined): Parts | null {
  const at = Number(nth);
  const isHalf = /^[hs]/iu.test(part);
  if (isHalf && at > 2) return null;
  const months: [number, number] = isHalf ? [6 * at - 5, 6 * at] : [3 * at - 2, 3 * at];
  return { year: year === undefined ? null : Number(longYear(year)), months };
}

function readDigits(text: string, token: string, at: number, language: Language | null): Found[] {
  const before = text.slice(Math.max(0, at - 5), at);
  if (
    /[\p{Script=Latin}\d](?:[.,/-])?$|\d[.,]$/u.test(before) &&
    !/[\p{Script=Latin}]-$/u.test(before) &&
    !/(?:FY|GJ|CY|(?:19|20)\d{2}-)$/.test(before)
  )
    return [];
  const isPart = /[-./年月KWQTHS\s]/.test(text.charAt(at + token.length));
  for (const [form, toParts] of isPart ? numeric : []) {
    form.lastIndex = at;
    const match = form.exec(text);
    const parts = match && toParts(match.groups ?? {}, language);
    if (match && parts && fits(parts))
      return [
        { start: at, end: at + match[0].length, parts },
        ...readEasternPart(text, at, match[0].length, parts),
      ];
  }
  return token.length === 4 ? readYear(text, at, language) : [];
}

const fits = ({ months, day, week }: Parts) =>
  (months?.[0] ?? 1) >= 1 &&
  (months?.[1] ?? 1) <= 12 &&
  (day ?? 1) >= 1 &&
  (day ?? 1) <= 31 &&
  (week ?? 1) <= 53;

/** 2024年度第3四半期, 2024年上期: the part belongs to the year before it. */
function readEasternPart(
  text: string,
  at: number,
  length: number,
  { year = null, months, fiscal }: Parts,
): Found[] {
  if (months !== null && months !== undefined) return [];
  const found = easternPart(text, at + length);
  if (found === null) return [];
  return [
    { start: at, end: found.end, parts: { year, months: found.months, fiscal: fiscal === true } },
  ];
}

function easternPart(text: string, at: number): { end: number; months: [number, number] } | null {
  const [words, quarter, half] =
    /^(?:の|\s)?(?:第\s?([1-4一二三四])\s?四半期|(上半?期|下半?期|前半|後半))/u.exec(
      text.slice(at, at + 10),
    ) ?? [];
  if (words === undefined) return null;
  const nth =
    quarter === undefined
      ? 0
      : '1234'.includes(quarter)
        ? Number(quarter)
        : '一二三四'.indexOf(quarter) + 1;
  const months: [number, number] =
    quarter === undefined
      ? /^[上前]/u.test(half ?? '')
        ? [1, 6]
        : [7, 12]
      : [3 * nth - 2, 3 * nth];
  return { end: at + words.length, months };
}

function readEastern(text: string, token: string, at: number): Found[] {
  const era = eras[token];
  if (era !== undefined) {
    const [words, year, fiscal, month, day] =
      /^..\s?(\d{1,2}|元)\s?年(\s?度)?(?:\s?(\d{1,2})\s?月(?:\s?(\d{1,2})\s?日)?)?/u.exec(
        text.slice(at, at + 24),
      ) ?? [];
    if (words === undefined) return [];
    const told = ymd(String(era + (year === '元' ? 1 : Number(year))), month, day);
    const parts: Parts = { ...told, fiscal: fiscal !== undefined && month === undefined };
    return fits(parts)
      ? [
          { start: at, end: at + words.length, parts },
          ...readEasternPart(text, at, words.length, parts),
        ]
      : [];
  }
  const weekday = '日月火水木金土'.indexOf(token.charAt(0));
  if (token.endsWith('曜'))
    return [{ start: at, end: at + (text.charAt(at + 2) === '日' ? 3 : 2), parts: { weekday } }];
  const part = easternPart(text, at);
  return part === null ? [] : [{ start: at, end: part.end, parts: { months: part.months } }];
}

/** A year, unless its digits are an amount: "2024 euros", "$2024", "2024 kWh". */
function readYear(text: string, at: number, language: Language | null): Found[] {
  fullYear.lastIndex = at;
  if (!fullYear.test(text)) return [];
  const end = at + 4;
  const after = text.slice(end, end + 8);
  if (/^[.,’']\d|^[ \u00a0\u202f]\d{3}(?!\d)/u.test(after) && !/^, ?\d{1,2}\D/u.test(after))
    return [];
  const unit = readUnitBehind(text, end, language, false);
  const isAmount =
    unit.unit !== null && unit.unit.kind !== 'times' && !['t', 'm', 's'].includes(unit.unit.unit);
  if (isAmount || (unit.scale > 1 && unit.at > end) || readUnitBefore(text, at, language) !== null)
    return [];
  const year = Number(text.slice(at, end));
  const second = /^\s?[/／]\s?(\d{4}|\d{2})(?![\d/])/u.exec(after);
  const isNext = (two: string | undefined) =>
    two !== undefined && Number(two.slice(-2)) === (year + 1) % 100;
  if (second && isNext(second[1]))
    return [
      { start: at, end: end + second[0].length, parts: { year, until: year + 1, fiscal: true } },
    ];
  const dash = /^[-–](\d{2})(?![\d-])/u.exec(after);
  const near = dash ?? /^ [-–] (\d{2})(?![\d.,-])/u.exec(after);
  if (near && isNext(near[1]))
    return [
      { start: at, end: end + near[0].length, parts: { year, until: year + 1, fiscal: true } },
    ];
  const last = dash && year - (year % 100) + Number(dash[1]);
  const own: Found = {
    start: at,
    end,
    parts: {
      year,
      fiscal: fiscalAhead.test(text.slice(Math.max(0, at - 24), at)),
    },
  };
  if (dash && last && last > year)
    return [own, { start: end + 1, end: end + 3, parts: { year: last } }];
  if (/^s(?!\p{L})/u.test(after) && year % 10 === 0)
    return [{ start: at, end: end + 1, parts: { year, until: year + 9 } }];
  return [own];
}

const fiscalWord =
  '(?:(?:fiscal|financial|business) years?|fiscal|FY|GJ|Geschäftsjahr(?:e?s)?|Wirtschaftsjahr(?:e?s)?|année fiscale|exercice(?: (?:fiscal|social))?|año fiscal|ejercicio(?: (?:fiscal|económico))?)';
const fiscalAhead = new RegExp(
  String.raw`(?<!\p{L})${fiscalWord}[\s\u00a0]?(?:(?:of|de|clos en) )?$`,
  'iu',
);

const dayAhead =
  /(?<![\p{L}\d.,/-])(?<day>0?[1-9]|[12]\d|3[01])(?:\.|st|nd|rd|th|er|º|°)?[\s\u00a0]{0,2}(?:(?:de|of|d[’'])[\s\u00a0]?|[-‑])?$/iu;
const rangeAhead =
  /(?<![\p{L}\d.,/])(?<first>\d{1,2})(?:\.|st|nd|rd|th|er|º)?[ \u00a0]?(?:-|–|—|to|till|until|through|and|bis(?: zum)?|und|au|à|et|al|a|y|hasta(?: el)?)[ \u00a0]?(?:the |le |el |den |dem )?$/iu;
const yearBehind =
  /^\.?,?[-\s\u00a0]{1,2}(?:(?:de|del|of|d[’'])\s?)?(?:(?<year>(?:1[6-9]|20|21)\d{2})(?![\d]|[.,]\d)|['’](?<short>\d{2})(?!\d))|^\.?-(?<late>\d{2})(?![\d-])/u;
const dayBehind =
  /^\.?[\s\u00a0]{1,2}(?<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?(?![\d]|[.,]\d)(?:[ \u00a0]?(?:-|–|to)[ \u00a0]?(?<last>[12]?\d|3[01])(?![\d.,%]*\d))?(?:,?[\s\u00a0]{1,2}(?<year>(?:1[6-9]|20|21)\d{2})(?![\d]|[.,]\d))?/u;
const timeBefore =
  /(?<!\p{L})(?:in|since|until|till|by|from|to|of|early|mid|late|last|this|next|during|before|after|im|ab|seit|bis|ende|anfang|mitte|zum|vom|monat|en|de|du|depuis|fin|début|mi|mois d[e’']|jusqu[’']en|d[’']|desde|hasta|finales de|principios de|mediados de)[ \u00a0-]?$/iu;
const monthRange = /^\.? ?(?:-|–|—|to|and|bis|und|à|et|a|y|hasta|through) ?(?<other>\p{L}+)/u;

function readMonth(
  text: string,
  token: string,
  at: number,
  month: number,
  language: Language | null,
): Found[] {
  const end = at + token.length;
  const [before, after] = [text.slice(Math.max(0, at - reach), at), text.slice(end, end + reach)];
  if (/^\p{L}/u.test(after) || /\p{L}$/u.test(before)) return [];
  const lower = token.toLowerCase();
  const months: readonly [number, number] = [month, month];
  const ahead = dayAhead.exec(before);
  const yearGroups = yearBehind.exec(after);
  const year = yearGroups
    ? Number(
        yearGroups.groups?.['year'] ??
          `20${yearGroups.groups?.['short'] ?? yearGroups.groups?.['late']}`,
      )
    : null;
  if (ahead && !(lower === 'may' && token === lower && language === 'en' && year === null)) {
    const start = at - ahead[0].length;
    const day = Number(ahead.groups?.['day']);
    const own: Found = {
      start,
      end: end + (yearGroups?.[0].length ?? 0),
      parts: { year, months, day },
    };
    const range = rangeAhead.exec(text.slice(Math.max(0, start - reach), start));
    const first = Number(range?.groups?.['first'] ?? 99);
    if (!range || first >= day || first < 1) return [own];
    const from = start - range[0].length;
    return [
      {
        start: from,
        end: from + (range.groups?.['first']?.length ?? 0),
        parts: { year, months, day: first },
      },
      own,
    ];
  }
  const isName = /^\p{Lu}/u.test(token) || (language !== 'en' && language !== 'de');
  const behind = yearGroups ? null : dayBehind.exec(after);
  if (behind && isName && !(lower === 'set' || lower === 'ago')) {
    const { day, last, year: of } = behind.groups ?? {};
    const told = of === undefined ? null : Number(of);
    const cut =
      last === undefined ? behind[0].length : behind[0].search(/[ \u00a0]?(?:-|–|to)[ \u00a0]?\d/u);
    const own: Found = {
      start: at,
      end: end + cut,
      parts: { year: told, months, day: Number(day) },
    };
    if (last === undefined || Number(last) <= Number(day)) return [own];
    const from = end + cut + behind[0].slice(cut).search(/\d/);
    return [
      own,
      {
        start: from,
        end: end + behind[0].length,
        parts: { year: told, months, day: Number(last) },
      },
    ];
  }
  if (yearGroups && isName)
    return [{ start: at, end: end + yearGroups[0].length, parts: { year, months } }];
  const range = monthNumbers.has(monthRange.exec(after)?.groups?.['other']?.toLowerCase() ?? '');
  const isTold = range || timeBefore.test(before);
  const isWord = doubtful.has(lower) || lower.length < 4;
  return isName && (isTold || !isWord) ? [{ start: at, end, parts: { months } }] : [];
}

const ordinals: readonly RegExp[] = [
  /^(?:first|1st|1\.|erste[nmrs]?|premi(?:er|ère)|1er|1re|primer[oa]?|1)$/iu,
  /^(?:second|2nd|2\.|zweite[nmrs]?|deuxième|seconde?|2e|2nd|segund[oa]|2)$/iu,
  /^(?:third|3rd|3\.|dritte[nmrs]?|troisième|3e|tercer[oa]?|3)$/iu,
  /^(?:fourth|last|4th|4\.|vierte[nmrs]?|letzte[nmrs]?|quatrième|dernier|4e|cuarto|4)$/iu,
];
const partBehind = new RegExp(
  String.raw`^[\s\u00a0]?(?:(?:of|de|du|del|des|im|in|of the|/|-|,)[\s\u00a0]?)?(?:the |l[’'] ?)?(?:(?<fiscal>${fiscalWord})|année |año |Jahres? )?[\s\u00a0'’]?(?<year>(?:19|20)\d{2}(?!\d)|(?<=['’/YJ])\d{2}(?!\d))(?:\s?[/–]\s?(?<until>\d{4}|\d{2})(?![\d.,]*\d))?`,
  'iu',
);

function readPart(text: string, token: string, at: number): Found[] {
  const end = at + token.length;
  const after = text.slice(end, end + reach);
  const before = text.slice(Math.max(0, at - reach), at);
  const code = /^(?<part>[QTHS]|HJ)$/.test(token)
    ? /^(?<nth>[1-4])(?![\p{L}\d])/u.exec(after)?.groups?.['nth']
    : undefined;
  const withYear = (parts: Parts | null, start: number, from: number): Found[] => {
    if (parts === null) return [];
    const year = partBehind.exec(text.slice(from, from + reach));
    const { year: of, until, fiscal } = year?.groups ?? {};
    const ahead =
      of === undefined
        ? /(?<year>(?:19|20)\d{2})[\s-]$/u.exec(text.slice(Math.max(0, start - 5), start))
        : null;
    const told = of ?? ahead?.groups?.['year'];
    const bounds = { start: start - (ahead?.[0].length ?? 0), end: from + (year?.[0].length ?? 0) };
    if (told === undefined) return [{ ...bounds, parts }];
    const first = Number(longYear(told));
    const isSplit = until !== undefined && Number(until.slice(-2)) === (first + 1) % 100;
    const isFiscal =
      parts.fiscal === true ||
      isSplit ||
      fiscal !== undefined ||
      /(?:fiscal|financial)[\s\u00a0]$/iu.test(text.slice(Math.max(0, start - 10), start)) ||
      /(?:FY|GJ)[\s\u00a0'’]?$/u.test(text.slice(Math.max(0, bounds.start - 4), bounds.start));
    const years = { year: first, until: isSplit ? first + 1 : null, fiscal: isFiscal };
    return [{ ...bounds, parts: { ...parts, ...years } }];
  };
  if (code !== undefined && !/[\p{L}\d]$/u.test(before))
    return withYear(partOf(token.charAt(0), code, undefined), at, end + 1);
  const isHalf =
    /^(?:half|halbjahr|halbjahres|jahreshälfte|semestre|semester|moitié|mitad)$/iu.test(token);
  if (isHalf || /^(?:quarter|quartal|quartals|trimestre)$/iu.test(token)) {
    const word =
      /(?<![\p{L}\d])(?<nth>\p{L}+|[1-4](?:\.|st|nd|rd|th|er|re|e|º)?)[\s\u00a0-](?<fiscal>fiscal )?$/u.exec(
        before,
      );
    const nth = ordinals.findIndex((form) => form.test(word?.groups?.['nth'] ?? ''));
    const length = word?.[0].length ?? 0;
    if (nth === -1 || word === null) return [];
    return withYear(
      {
        ...partOf(isHalf ? 'H' : 'Q', String(nth + 1), undefined),
        fiscal: word.groups?.['fiscal'] !== undefined,
      },
      at - length,
      isHalf && /^[- ]years?(?!\p{L})/u.test(after) ? end + 5 : end,
    );
  }
  if (/^(?:week|kw|woche|kalenderwoche|semaine|semana)$/iu.test(token)) {
    const week = /^[\s\u00a0](?<nth>\d{1,2})(?![\d.,]*\d|\s?%)/u.exec(after);
    return week && Number(week.groups?.['nth']) <= 53
      ? withYear({ week: Number(week.groups?.['nth']) }, at, end + week[0].length)
      : [];
  }
  if (/^(?:FY|GJ|CY|AF|EF)$/.test(token)) {
    const [words, from, to] =
      /^[\s'’]?(\d{4}|\d{2})(?:\s?[/–-]\s?(\d{4}|\d{2}))?(?![\d.,]*\d)/u.exec(after) ?? [];
    if (words === undefined || from === undefined) return [];
    const [part = '', kind, nth] =
      /^[\s-]?([QH])([1-4])(?![\p{L}\d])/u.exec(after.slice(words.length)) ?? [];
    const parts: Parts = {
      ...(kind === undefined ? {} : partOf(kind, nth, undefined)),
      year: Number(longYear(from)),
      until: to === undefined ? null : Number(longYear(to.slice(-2))),
      fiscal: token !== 'CY',
    };
    return [{ start: at, end: end + words.length + part.length, parts }];
  }
  return [];
}

const weekdayGap = /^(?:\.?,? ?(?:den |dem |the |le |el |der )?|[（(])$/iu;

/** Gives a weekday to the date beside it: "Tuesday, 12 May", "Di, 12. Mai", 5月12日(火). */
function joinWeekdays(dates: DateSpan[], text: string): void {
  for (let index = dates.length - 1; index >= 0; index -= 1) {
    const date = dates[index];
    if (date === undefined || date.weekday === null || date.day !== null) continue;
    const [before, after] = [dates[index - 1], dates[index + 1]];
    const own =
      after?.day != null && weekdayGap.test(text.slice(date.end, after.start))
        ? after
        : before?.day != null && date.start - before.end <= 2
          ? before
          : undefined;
    if (own === undefined) continue;
    own.weekday = date.weekday;
    dates.splice(index, 1);
  }
  for (const date of dates) {
    if (date.day === null || date.weekday !== null) continue;
    const before = /(?<!\p{L})(\p{L}{2,5})\.?,? $/u.exec(
      text.slice(Math.max(0, date.start - 8), date.start),
    )?.[1];
    const behind = /^ ?[（(]([日月火水木金土])[)）]/u.exec(text.slice(date.end, date.end + 4))?.[1];
    const named =
      before !== undefined && /^\p{Lu}/u.test(before)
        ? weekdayNumbers.get(before.toLowerCase())
        : undefined;
    if (named !== undefined) date.weekday = named;
    else if (behind !== undefined) date.weekday = '日月火水木金土'.indexOf(behind);
  }
}

const rangeGap =
  /^(?:\.|st|nd|rd|th|er|º)?(?:[ \u00a0]?(?:-|–|—|to|till|until|through|bis(?: zum)?|au|à|al|a|hasta(?: el)?|から|〜|～)[ \u00a0]?(?:the |le |el |den |dem |zum )?|-)$/iu;

/** The first date of a range takes the year of the second if it names none. */
function markRanges(dates: DateSpan[], text: string): void {
  for (const [index, date] of dates.entries()) {
    const next = dates[index + 1];
    if (!next || next.start - date.end > 20) continue;
    const isRange =
      rangeGap.test(text.slice(date.end, next.start)) ||
      /(?:between|zwischen|entre)[ \u00a0]$/iu.test(
        text.slice(Math.max(0, date.start - 10), date.start),
      );
    if (!isRange) continue;
    date.range ??= index;
    next.range = date.range;
    if (
      date.year === null &&
      date.months !== null &&
      next.months !== null &&
      date.months[0] <= next.months[0]
    )
      date.year = next.year;
  }
}

/**
 * `agrees` if `told` names the same or less, `finer` if it names more, `differs` if a common part
 * differs.
 */
export function compareDates(told: DateSpan, given: DateSpan): 'agrees' | 'finer' | 'differs' {
  const readings = (date: DateSpan): DateSpan[] =>
    date.other === null
      ? [date]
      : [date, { ...date, months: [date.other.month, date.other.month], day: date.other.day }];
  const results = readings(told).flatMap((one) =>
    readings(given).map((other) => comparePlain(one, other)),
  );
  return (['agrees', 'finer'] as const).find((result) => results.includes(result)) ?? 'differs';
}

function comparePlain(told: DateSpan, given: DateSpan): 'agrees' | 'finer' | 'differs' {
  let isFiner = told.day !== null && given.day === null;
  isFiner ||= told.week !== null && given.week === null;
  isFiner ||= told.months !== null && given.months === null;
  if (told.year !== null && given.year !== null) {
    const [one, other] = [yearsOf(told), yearsOf(given)];
    if (!one.some((year) => other.includes(year))) return 'differs';
    if (
      one.length !== other.length &&
      !(told.fiscal && given.fiscal && one.at(-1) === other.at(-1))
    )
      isFiner = true;
    else if (one.length === other.length && one[0] !== other[0]) return 'differs';
  }
  if (told.day !== null && given.day !== null && told.day !== given.day) return 'differs';
  if (told.week !== null && given.week !== null && told.week !== given.week) return 'differs';
  const weekday = given.weekday ?? weekdayOf(given);
  if (told.weekday !== null && weekday !== null && told.weekday !== weekday) return 'differs';
  isFiner ||= told.weekday !== null && weekday === null;
  if (told.months !== null && given.months !== null) {
    const [[from, to], [first, last]] = [told.months, given.months];
    if (to < first || last < from) return 'differs';
    isFiner ||= from > first || to < last;
  }
  return isFiner ? 'finer' : 'agrees';
}

const yearsOf = ({ year, until }: DateSpan): number[] => {
  if (year === null) return [];
  return Array.from(
    { length: Math.max(1, Math.min(10, (until ?? year) - year + 1)) },
    (_, index) => year + index,
  );
};

/** Null if a part of the date is missing. */
function weekdayOf({ year, months, day }: DateSpan): number | null {
  if (year === null || months === null || day === null) return null;
  return new Date(Date.UTC(year, months[0] - 1, day)).getUTCDay();
}

/**
 * Moves a date; a missing day becomes the month's last one. Null without a month, or a day if days
 * are counted.
 */
export function moveDate(date: DateSpan, count: number, unit: string): DateSpan | null {
  const { year, months, day } = date;
  if (year === null) return null;
  const inMonths = { mo: 1, qtr: 3, yr: 12 }[unit];
  if (months === null) return unit === 'yr' ? { ...date, year: year + count, until: null } : null;
  if (inMonths !== undefined) {
    const at = year * 12 + months[0] - 1 + count * inMonths;
    if (!Number.isInteger(at)) return null;
    const [newYear, month] = [Math.floor(at / 12), (at % 12) + 1];
    const last = new Date(Date.UTC(newYear, month, 0)).getUTCDate();
    const width = months[1] - months[0];
    return {
      ...date,
      year: newYear,
      months: [month, month + width],
      day: day === null ? null : Math.min(day, last),
      weekday: null,
      other: null,
    };
  }
  const days = { d: 1, wk: 7 }[unit];
  if (days === undefined || day === null || !Number.isInteger(count * days)) return null;
  const moved = new Date(Date.UTC(year, months[0] - 1, day + count * days));
  const month = moved.getUTCMonth() + 1;
  return {
    ...date,
    year: moved.getUTCFullYear(),
    months: [month, month],
    day: moved.getUTCDate(),
    weekday: null,
    other: null,
  };
}
