import { monthNumbers } from '@ecp/language/dates';
import { toLatinDigits } from './read-number.ts';

/** How days are written: year, month, day; or day first; or month first. */
export const dateForms = ['iso', 'dayFirst', 'monthFirst'] as const;
export type DateForm = (typeof dateForms)[number];

const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]00:00(?::00(?:\.0{1,9})?)?Z?)?$/;
const numeric = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?: 00:00(?::00)?)?$/;
/** `2024. 3. 1.` of Hungary and Korea, `2024年3月1日`, `2024년 3월 1일`. */
const yearFirst = /^(\d{4})(?:\.|[年년]) ?(\d{1,2})(?:\.|[月월]) ?(\d{1,2})(?:\.|[日일])$/;
/** `1. 3. 2024` of Czechia and its neighbours. */
const spaced = /^(\d{1,2})\. (\d{1,2})\. (\d{4})$/;
const monthWord = '(?<month>\\p{L}{3,12})\\.?';
/** `12 March 2024`, `01-JAN-2024`, `01JAN2024`, `12 de marzo de 2024`; `March 12, 2024`; `2024-Mar-12`. */
const wordForms = [
  `(?<day>\\d{1,2})(?:st|nd|rd|th|er|\\.)?[-/ ]?(?:de )?${monthWord}[-/ ]?(?:de )?(?<year>\\d{4})`,
  `${monthWord} (?<day>\\d{1,2})(?:st|nd|rd|th)?,? (?<year>\\d{4})`,
  `(?<year>\\d{4})[-/ ]${monthWord}[-/ ](?<day>\\d{1,2})`,
].map((form) => new RegExp(`^${form}$`, 'iu'));
const shortYear = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{2})$/;
/** `12-Jan-24`, as spreadsheets write a day. */
const shortYearInWords = new RegExp(`^\\d{1,2}[-/ ]?${monthWord}[-/ ]?\\d{2}$`, 'iu');
const moment =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?[AaPp][Mm])?(?: ?(?:Z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?))?$/;
const msPerDay = 86_400_000;

/** Returns the days since 1970-01-01 of a text in each form in which it is a day; empty if it is none. */
export function readDate(given: string): Partial<Record<DateForm, number>> {
  if (given.length > 35 || given.length < 6) return {};
  const text = toLatinDigits(given);
  const full = iso.exec(text);
  if (full) return pick({ iso: toDays(Number(full[1]), Number(full[3]), Number(full[4])) });
  const plain = yearFirst.exec(text);
  if (plain) return pick({ iso: toDays(Number(plain[1]), Number(plain[2]), Number(plain[3])) });
  const days = readWords(text);
  // A month in words leaves no doubt, so that such a day stands beside days of any form.
  if (days !== null) return pick({ iso: days, dayFirst: days, monthFirst: days });
  const short = numeric.exec(text.replace(spaced, '$1.$2.$3'));
  if (!short) return {};
  const [first, second, year] = [Number(short[1]), Number(short[3]), Number(short[4])];
  const dayFirst = toDays(year, second, first);
  // Nobody writes the month first with points.
  return pick(short[2] === '.' ? { dayFirst } : { dayFirst, monthFirst: toDays(year, first, second) });
}

/** Returns the days since 1970-01-01 of a day whose month is a word; null if the text is none. */
function readWords(text: string): number | null {
  for (const form of wordForms) {
    const groups = form.exec(text)?.groups;
    const month = groups && monthNumbers.get((groups['month'] ?? '').toLowerCase());
    if (month !== undefined) return toDays(Number(groups?.['year']), month, Number(groups?.['day'])) ?? null;
  }
  return null;
}

/** Tells whether a text is a day with a time of day, with or without a zone. */
export function isMoment(text: string): boolean {
  return text.length >= 12 && text.length <= 45 && moment.test(text);
}

/**
 * Tells whether a text may be a day whose year has two digits: `15/06/65`. Nobody knows the century; without zeros
 * before its digits and with points it may be a version as well, `1.2.10`.
 */
export function readShortYear(text: string): 'day' | 'day_or_version' | null {
  if (text.length > 18) return null;
  const word = shortYearInWords.exec(text)?.groups?.['month'];
  if (word !== undefined && monthNumbers.has(word.toLowerCase())) return 'day';
  const found = shortYear.exec(text);
  if (!found) return null;
  const [, first = '', sign, second = ''] = found;
  const fits = (day: string, month: string) =>
    Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12;
  if (!fits(first, second) && !fits(second, first)) return null;
  return sign === '.' && (first.length < 2 || second.length < 2) ? 'day_or_version' : 'day';
}

function pick(found: Partial<Record<DateForm, number | null>>): Partial<Record<DateForm, number>> {
  return Object.fromEntries(Object.entries(found).filter(([, days]) => days !== null));
}

/** Returns the days since 1970-01-01; null if there is no such day. */
function toDays(year: number, month: number, day: number): number | null {
  const ms = Date.UTC(year, month - 1, day);
  const date = new Date(ms);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1000;
  return exists ? ms / msPerDay : null;
}

/** Writes days since 1970-01-01 as YYYY-MM-DD. */
export function writeDay(days: number): string {
  return new Date(days * msPerDay).toISOString().slice(0, 10);
}
