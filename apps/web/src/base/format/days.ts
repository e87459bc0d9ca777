/** Formats the local day of a time for date inputs (YYYY-MM-DD). */
export function toDayInput(timeMs: number): string {
  const time = new Date(timeMs);
  const [month, day] = [time.getMonth() + 1, time.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${time.getFullYear()}-${month}-${day}`;
}

export const startOfDay = (day: string): string | undefined => boundOf(day, 0);

/** Returns when a day is over in local time: the first moment of the next day. */
export const endOfDay = (day: string): string | undefined => boundOf(day, 1);

function boundOf(day: string, daysLater: number): string | undefined {
  const time = new Date(`${day}T00:00:00`);
  if (Number.isNaN(time.getTime())) return undefined;
  time.setDate(time.getDate() + daysLater);
  return time.toISOString();
}

type DayOrder = 'dmy' | 'mdy' | 'ymd';

/** Returns the order in which a locale writes the numbers of a date. */
function orderOf(locale: string): DayOrder {
  const parts = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
    .formatToParts(Date.UTC(2001, 1, 3))
    .map(({ type }) => type);
  if (parts.indexOf('year') < parts.indexOf('day')) return 'ymd';
  return parts.indexOf('day') < parts.indexOf('month') ? 'dmy' : 'mdy';
}

/** Returns a word in small letters without accents. */
const plain = (word: string): string =>
  word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * Reads a day that a person typed: `2026-11-30`, `30 Nov 2026`, `Nov 30, 2026` with the months of
 * the locale or in English, `30 de noviembre de 2026`, `2026年11月30日`, or numbers in its order such
 * as `30.11.2026`. Years of two digits are of this century. Returns YYYY-MM-DD, or null if the text
 * is no day.
 */
export function parseDay(text: string, locale: string): string | null {
  const parts = plain(text.trim())
    .split(/[\s,./年月日-]+/)
    .filter((part) => part !== '' && part !== 'de');
  const [one, two, three] = parts;
  if (one === undefined || two === undefined || three === undefined || parts.length > 3)
    return null;
  const read = (month: string) => readMonth(month, locale) || readMonth(month, 'en');
  if (/^\d{4}$/.test(one)) return toDay(one, read(two), three);
  if (/^\p{L}/u.test(one)) return toDay(three, read(one), two);
  if (/^\p{L}/u.test(two) || orderOf(locale) !== 'mdy') return toDay(three, read(two), one);
  return toDay(three, read(one), two);
}

/** Returns the number of a month that a text names or begins to name; 0 for none or several. */
function readMonth(text: string, locale: string): number {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  if (text.length < 3) return 0;
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const found = Array.from({ length: 12 }, (_, month) =>
    plain(format.format(Date.UTC(2026, month, 1))),
  ).flatMap((name, month) => (name.startsWith(text) ? [month + 1] : []));
  return found.length === 1 ? (found[0] ?? 0) : 0;
}

function toDay(year: string, month: number, day: string): string | null {
  if (!/^(\d{2}|\d{4})$/.test(year) || !/^\d{1,2}$/.test(day) || month < 1) return null;
  const fullYear = year.length === 2 ? 2_000 + Number(year) : Number(year);
  const time = new Date(Date.UTC(fullYear, month - 1, Number(day)));
  time.setUTCFullYear(fullYear);
  const isReal = time.getUTCMonth() === month - 1 && time.getUTCDate() === Number(day);
  return isReal ? time.toISOString().slice(0, 10) : null;
}

/** Returns the nearest day that the limits allow. An empty limit allows everything. */
export function clampDay(day: string, min: string, max: string): string {
  if (min !== '' && day < min) return min;
  return max !== '' && day > max ? max : day;
}
