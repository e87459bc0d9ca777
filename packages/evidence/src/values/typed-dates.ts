import type { Language } from '@ecp/language/language';
import { monthNames, monthNumbers } from '@ecp/language/month-names';
import { readDates } from '@ecp/language/read-dates';
import { readPeriods } from '@ecp/language/read-periods';
import { readSpans } from './time-spans.ts';

/** A day, month, quarter, half or weekday that a text names. Parts that it does not name are null. */
export interface TypedDate {
  shown: string;
  start: number;
  end: number;
  year: number | null;
  /** The first and the last month that it covers, 1 to 12. */
  months: readonly [number, number] | null;
  day: number | null;
  /** 0 for Sunday to 6. */
  weekday: number | null;
  /** "05/07/2026" may be the fifth or the seventh. */
  other: { month: number; day: number } | null;
  /** The number of its range in the text if it begins or ends one. */
  range: number | null;
}

const weekdays: readonly string[] = [
  'sunday|sonntag|dimanche|domingo',
  'monday|montag|lundi|lunes',
  'tuesday|dienstag|mardi|martes',
  'wednesday|mittwoch|mercredi|miércoles',
  'thursday|donnerstag|jeudi|jueves',
  'friday|freitag|vendredi|viernes',
  'saturday|samstag|sonnabend|samedi|sábado',
];
const shortWeekdays = ['sun|so', 'mon|mo', 'tue|tues|di', 'wed|mi', 'thu|thur|thurs|do', 'fri|fr', 'sat|sa'];
const japaneseDays = '日月火水木金土';
const weekdayWord = new RegExp(
  `(?<![\\p{L}])(?:${weekdays.join('|')})(?![\\p{L}])|[${japaneseDays}]曜日?|(?<=日[(（])[${japaneseDays}](?=[)）])`,
  'giu',
);
const shortBefore = new RegExp(`(?<![\\p{L}])(${shortWeekdays.join('|')})\\.?,? $`, 'iu');
/** The words between a weekday and its date: "Tuesday, 12 May", "Dienstag, dem 12. Mai", "martes 12". */
const dayJoint = /^(?:曜?日?[)）]?|,? ?(?:den |dem |the |le |el |der )?)$/iu;

const fullMonths = monthNames.join('|');
/** A month alone needs a word before it that tells a time: "may" and "march" are verbs, "mars" is a planet. */
const lonelyMonth = new RegExp(
  `(?<![\\p{L}])(?:in|since|until|till|by|from|to|of|early|mid|late|last|this|next|during|before|after|end of|im|ab|seit|bis|Ende|Anfang|Mitte|zum|vom|Monat|en|de|du|depuis|fin|début|mi|au mois d[e’']|jusqu[’']en|d[’']|desde|hasta|finales de|principios de|mediados de)[ \\u00a0-]?(?<=[ \\u00a0’'-])(?<month>${fullMonths})(?![\\p{L}])(?!['’])`,
  'giu',
);
/** A month that shares its year with the next: "March to May 2024". */
const monthOfRange = new RegExp(
  `(?<![\\p{L}])(?<month>${fullMonths})(?= ?(?:-|–|—|to|and|bis|und|à|et|a|y|hasta) ?(?:${fullMonths})(?![\\p{L}]))`,
  'giu',
);
const partsOfYear: readonly [RegExp, (match: RegExpMatchArray) => readonly [number, number]][] = [
  [
    /(?<![\p{L}\d])(?<n>[1-4])[QT][ ]?['’]?(?:20)?(?<year>\d{2})?(?!\d)/gu,
    ({ groups }) => quarter(Number(groups?.['n'])),
  ],
  [
    /(?<![\p{L}\d])[QT](?<n>[1-4])[ /]?(?:FY)?['’]?(?<year>\d{2})(?!\d)/gu,
    ({ groups }) => quarter(Number(groups?.['n'])),
  ],
  [/(?<![\p{L}\d])[HS](?<n>[12])[ /]?(?:FY)?['’]?(?<year>\d{2})(?!\d)/gu, ({ groups }) => half(Number(groups?.['n']))],
  [
    /(?:(?<full>\d{4})年度?の?)?(?<n>上半期|下半期|上期|下期|前半|後半)/gu,
    ({ groups }) => half(/^[上前]/u.test(groups?.['n'] ?? '') ? 1 : 2),
  ],
  [
    /(?<![\p{L}])(?<n>erste|zweite)[nrs]? (?:Jahreshälfte|Hj\.?|Hälfte)(?: (?:von |des Jahres )?(?<full>\d{4}))?/giu,
    ({ groups }) => half(/^e/iu.test(groups?.['n'] ?? '') ? 1 : 2),
  ],
  [
    /(?<![\p{L}])(?<n>première|seconde|deuxième|primera|segunda) (?:moitié|mitad)(?: (?:de |del )?(?:l[’']année |año )?(?<full>\d{4}))?/giu,
    ({ groups }) => half(/^p/iu.test(groups?.['n'] ?? '') ? 1 : 2),
  ],
];
const quarter = (nth: number): [number, number] => [3 * nth - 2, 3 * nth];
const half = (nth: number): [number, number] => [6 * nth - 5, 6 * nth];

const joint = '(?:-|–|—|to|till|until|through|and|bis(?: zum)?|und|au|à|et|al|a|y|hasta(?: el)?)';
/** A day that shares its month with the next one: "1 to 15 March", "du 1er au 15 mars". */
const dayBefore = new RegExp(
  `(?<![\\p{L}\\d.,/])(\\d{1,2})(?:\\.|st|nd|rd|th|er|º)?[ ]?${joint}[ ]?(?:the |le |el |den |dem )?$`,
  'iu',
);
/** A day that shares its month with the one before it: "June 1–15, 2024", 3月1日から15日. */
const dayBehind =
  /^(?:[ ]?(?:-|–|—|to) ?(\d{1,2})(?![\d.]*\d)(?!\s\p{L})(?:,? (\d{4}))?|(?:から|〜|～|-|–)(\d{1,2})日)/u;
/** Day and month without a year: "vom 01.03. bis", "du 01/03 au". */
const shortDate =
  /(?<![\d.,/])(?<day>0?[1-9]|[12]\d|3[01])(?:(?<=(?:am|vom|bis|zum|ab|seit|den|dem|der|und|–|-) ?\d{1,2})\.(?<month>0?[1-9]|1[0-2])\.(?!\d)|\/(?<slashed>0?[1-9]|1[0-2])(?= (?:au|al|to|bis|–|-) ?\d))/gu;
const rangeJoint = new RegExp(`^[ ]?(?:${joint}|から|〜|～|、)[ ]?(?:the |le |el |den |dem |zum )?$`, 'iu');

const none = { year: null, months: null, day: null, weekday: null, other: null, range: null } as const;

/** Reads the dates of a text in the forms of all languages, in their order. Linear in the text's length. */
export function readTypedDates(original: string, language: Language | null): TypedDate[] {
  const text = original.replace(/[０-９]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
  const found: TypedDate[] = [];
  const add = (start: number, end: number, parts: Partial<TypedDate>) => {
    found.push({ ...none, ...parts, shown: original.slice(start, end).trim(), start, end });
  };
  for (const { start, end, year, month, day } of readDates(text, language)) {
    const written = /^(\d{1,2})\/(\d{1,2})\//.exec(text.slice(start, end));
    const [first, second] = [Number(written?.[1]), Number(written?.[2])];
    const other = first <= 12 && second <= 12 && first !== second ? { month: day ?? 0, day: month } : null;
    add(start, end, { year, months: [month, month], day, other });
    const ahead = dayBefore.exec(text.slice(Math.max(0, start - 24), start));
    if (ahead && day !== null && Number(ahead[1]) < day)
      add(start - ahead[0].length, start - ahead[0].length + (ahead[1]?.length ?? 0), {
        ...{ year, months: [month, month], day: Number(ahead[1]) },
      });
    const behind = day === null ? null : dayBehind.exec(text.slice(end, end + 24));
    const last = Number(behind?.[1] ?? behind?.[3] ?? 0);
    if (behind && day !== null && last > day && last <= 31)
      add(end, end + behind[0].length, {
        year: behind[2] ? Number(behind[2]) : year,
        months: [month, month],
        day: last,
      });
  }
  for (const { start, end, period } of readPeriods(text)) {
    const [, year, kind, nth] = /^(?:(\d{4})-)?([QH])([1-4])$/.exec(period) ?? [];
    if (kind === undefined) continue;
    const months = kind === 'Q' ? quarter(Number(nth)) : half(Number(nth));
    add(start, end, { year: year === undefined ? null : Number(year), months });
  }
  for (const [form, toMonths] of partsOfYear) {
    for (const match of text.matchAll(form)) {
      const { full, year } = match.groups ?? {};
      const told = full ?? (year === undefined ? undefined : `20${year}`);
      if (full === undefined && year === undefined && /^\d/.test(match[0]) && !/^\d[QT]$/u.test(match[0].trim()))
        continue;
      add(match.index, match.index + match[0].length, {
        ...{ year: told === undefined ? null : Number(told), months: toMonths(match) },
      });
    }
  }
  for (const form of [lonelyMonth, monthOfRange]) {
    for (const match of text.matchAll(form)) {
      const name = match.groups?.['month'] ?? '';
      // "May" and "March" are names of months with a capital letter only, "Mai" in German too.
      if (form === lonelyMonth && (language === 'en' || language === 'de') && !/^\p{Lu}/u.test(name)) continue;
      const month = monthNumbers.get(name.toLowerCase());
      const end = match.index + match[0].length;
      if (month !== undefined) add(end - name.length, end, { months: [month, month] });
    }
  }
  for (const match of text.matchAll(shortDate)) {
    const { day, month, slashed } = match.groups ?? {};
    const written = Number(month ?? slashed);
    add(match.index, match.index + match[0].length, { months: [written, written], day: Number(day) });
  }
  const dates = dropOverlaps(found);
  attachWeekdays(dates, text, original);
  markRanges(dates, text);
  return dates;
}

/** Keeps the more exact one of two dates at one place. */
function dropOverlaps(found: TypedDate[]): TypedDate[] {
  const parts = ({ year, months, day }: TypedDate) => [year, months, day].filter((part) => part !== null).length;
  const sorted = found.toSorted((one, other) => one.start - other.start || parts(other) - parts(one));
  const kept: TypedDate[] = [];
  for (const date of sorted) {
    const last = kept.at(-1);
    if (last === undefined || date.start >= last.end) kept.push(date);
    else if (parts(date) > parts(last)) kept[kept.length - 1] = date;
  }
  return kept;
}

function attachWeekdays(dates: TypedDate[], text: string, original: string): void {
  const lonely: TypedDate[] = [];
  let next = 0;
  for (const match of text.matchAll(weekdayWord)) {
    const [start, end] = [match.index, match.index + match[0].length];
    const weekday = weekdayOf(match[0]);
    while ((dates[next]?.end ?? Number.POSITIVE_INFINITY) <= start - 3) next += 1;
    const before = dates.slice(next, next + 2).find((date) => date.end <= start && start - date.end <= 2);
    const after = dates.slice(next, next + 3).find((date) => date.start >= end);
    const own = before ?? (after && dayJoint.test(text.slice(end, after.start)) ? after : undefined);
    if (own) own.weekday = weekday;
    else lonely.push({ ...none, weekday, shown: original.slice(start, end), start, end });
  }
  for (const date of dates) {
    const short = date.weekday === null && shortBefore.exec(text.slice(Math.max(0, date.start - 8), date.start))?.[1];
    if (short) date.weekday = shortWeekdays.findIndex((names) => names.split('|').includes(short.toLowerCase()));
  }
  dates.push(...lonely);
  dates.sort((one, other) => one.start - other.start);
}

function weekdayOf(word: string): number {
  const lower = word.toLowerCase();
  const western = weekdays.findIndex((names) => names.split('|').includes(lower));
  return western === -1 ? japaneseDays.indexOf(word.charAt(0)) : western;
}

function markRanges(dates: TypedDate[], text: string): void {
  for (const [index, date] of dates.entries()) {
    const next = dates[index + 1];
    if (!next || next.start - date.end > 20) continue;
    const between = text.slice(date.end, next.start);
    if (!rangeJoint.test(between) || /^ ?(?:and|und|et|y|、) ?$/iu.test(between)) continue;
    date.range ??= index;
    next.range = date.range;
  }
}

/**
 * How a date that is told relates to one that is given: `agrees` if it names the same or less, `finer` if it names more,
 * `differs` if both name a part and not the same.
 */
export function compareDates(told: TypedDate, given: TypedDate): 'agrees' | 'finer' | 'differs' {
  const relation = comparePlain(told, given);
  if (relation !== 'differs') return relation;
  const swapped = [told, given].map((date): TypedDate[] =>
    date.other === null
      ? [date]
      : [date, { ...date, months: [date.other.month, date.other.month], day: date.other.day }],
  );
  for (const one of swapped[0] ?? [])
    for (const other of swapped[1] ?? []) if (comparePlain(one, other) === 'agrees') return 'agrees';
  return 'differs';
}

function comparePlain(told: TypedDate, given: TypedDate): 'agrees' | 'finer' | 'differs' {
  if (told.year !== null && given.year !== null && told.year !== given.year) return 'differs';
  if (told.day !== null && given.day !== null && told.day !== given.day) return 'differs';
  const weekday = given.weekday ?? calendarDay(given);
  if (told.weekday !== null && weekday !== null && told.weekday !== weekday) return 'differs';
  if (told.months === null) return told.weekday !== null && weekday === null ? 'finer' : 'agrees';
  if (given.months === null) return 'finer';
  const [from, to] = told.months;
  const [first, last] = given.months;
  if (to < first || last < from) return 'differs';
  if (from > first || to < last) return 'finer';
  return told.day !== null && given.day === null ? 'finer' : 'agrees';
}

/** The weekday of a whole date. Null if a part is missing. */
function calendarDay({ year, months, day }: TypedDate): number | null {
  if (year === null || months === null || day === null || months[0] !== months[1]) return null;
  return new Date(Date.UTC(year, months[0] - 1, day)).getUTCDay();
}

/** Returns true if a date lies in a range of a text: April in "from 1 March to 30 May". Bounds of ranges do not. */
export function liesInRange(told: TypedDate, given: readonly TypedDate[]): boolean {
  if (told.range !== null || told.months === null) return false;
  return given.some((from, index) => {
    const to = given[index + 1];
    if (from.range === null || to?.range !== from.range || from.months === null || to.months === null) return false;
    const years = [told.year ?? to.year ?? 0, from.year ?? to.year ?? 0, to.year ?? 0] as const;
    const at = (year: number, month: number, day: number) => (year * 12 + month) * 31 + day;
    const begins = at(years[1], from.months[0], from.day ?? 1);
    const ends = at(years[2], to.months[1], to.day ?? 31);
    const [month, last] = told.months ?? [0, 0];
    return at(years[0], last, told.day ?? 31) >= begins && at(years[0], month, told.day ?? 1) <= ends;
  });
}

const monthsOf: Readonly<Record<string, number>> = { month: 1, quarter: 3, half: 6, year: 12 };
const daysOf: Readonly<Record<string, number>> = { day: 1, week: 7 };
/** Most lengths of time and dates that a date is reckoned from. */
const maxReckoned = 12;

/** Returns true if a date follows from a given one and a length of time that the texts name: a date and 24 months. */
export function isReckoned(told: TypedDate, given: readonly TypedDate[], texts: string): boolean {
  // The quarter of "third quarter" is no length of time, and neither is a month without a number.
  const counted = readSpans(texts).filter(({ count, start }) => count > 1 || /\d/.test(texts.charAt(start)));
  const spans = [
    ...counted,
    ...[...texts.matchAll(/(\d{1,4})[- ](?=day|Tag|jour|día)/gu)].map(([, count]) => ({
      unit: 'day',
      count: Number(count),
    })),
  ].slice(0, maxReckoned);
  return given.slice(0, maxReckoned).some(({ year, months, day }) => {
    if (year === null || months === null || months[0] !== months[1]) return false;
    return spans.some(({ unit, count }) =>
      [1, -1].some((sign) =>
        [0, -1, 1].some((shift) => {
          const days = (daysOf[unit] ?? 0) * count * sign + (day === null ? 0 : shift);
          const month = months[0] - 1 + (monthsOf[unit] ?? 0) * count * sign;
          if (daysOf[unit] === undefined && monthsOf[unit] === undefined) return false;
          const date = new Date(Date.UTC(year, month, (day ?? 1) + days));
          const own = date.getUTCMonth() + 1;
          const reckoned: TypedDate = {
            ...{ ...none, shown: '', start: 0, end: 0, year: date.getUTCFullYear(), months: [own, own] },
            day: day === null ? null : date.getUTCDate(),
          };
          return compareDates(told, reckoned) === 'agrees';
        }),
      ),
    );
  });
}
