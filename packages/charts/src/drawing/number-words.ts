import type { ChartData } from './chart-data.ts';

/** How a chart writes numbers and days in one language. */
export interface NumberWords {
  /** The definition of d3's number format. */
  numberLocale: {
    decimal: string;
    thousands: string;
    grouping: number[];
    currency: [string, string];
  };
  /** The definition of d3's time format. */
  timeLocale: Record<string, string | string[]>;
  /** A value in full. */
  value(value: number): string;
  /** A day, as far as the precision goes. */
  day(time: number, precision: DayPrecision): string;
  /**
   * The divisor and the word after it for labels of values up to `largest`, such as 1,000,000 and
   * “M”.
   */
  scale(largest: number): { divisor: number; suffix: string };
}

type DayPrecision = 'year' | 'month' | 'day' | 'minute';

/** Values below this are labelled in full. */
const compactFrom = 1_000_000;

/**
 * Makes the words of a language. `locale` is a BCP 47 tag; one that Intl does not know counts as
 * English.
 */
export function createNumberWords(locale: string): NumberWords {
  const [known = 'en'] = supported(locale);
  const numbers = new Intl.NumberFormat(known, {
    maximumFractionDigits: 6,
    maximumSignificantDigits: 12,
  });
  const parts = new Intl.NumberFormat(known, { minimumFractionDigits: 1 }).formatToParts(
    1_234_567.5,
  );
  const partOf = (type: Intl.NumberFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value;
  const days: Record<DayPrecision, Intl.DateTimeFormat> = {
    year: new Intl.DateTimeFormat(known, { year: 'numeric', timeZone: 'UTC' }),
    month: new Intl.DateTimeFormat(known, { year: 'numeric', month: 'short', timeZone: 'UTC' }),
    day: new Intl.DateTimeFormat(known, { dateStyle: 'medium', timeZone: 'UTC' }),
    minute: new Intl.DateTimeFormat(known, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'UTC',
    }),
  };
  return {
    numberLocale: {
      decimal: partOf('decimal') ?? '.',
      thousands: partOf('group') ?? '',
      grouping: [3],
      currency: ['', ''],
    },
    timeLocale: createTimeLocale(known),
    // The sign of d3, so that all numbers of a picture have the same.
    value: (value) => numbers.format(value).replace('-', '−'),
    day: (time, precision) => days[precision].format(time),
    scale: (largest) => findScale(known, largest),
  };
}

/** d3 asks for names of months and days, and for formats that the axes of a chart do not use. */
function createTimeLocale(locale: string): NumberWords['timeLocale'] {
  const nameAll = (
    count: number,
    options: Intl.DateTimeFormatOptions,
    at: (index: number) => number,
  ) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return Array.from({ length: count }, (_, index) => format.format(at(index)));
  };
  const month = (index: number) => Date.UTC(2024, index, 1);
  // 7 January 2024 is a Sunday.
  const day = (index: number) => Date.UTC(2024, 0, 7 + index);
  return {
    dateTime: '%x %X',
    date: '%Y-%m-%d',
    time: '%H:%M:%S',
    periods: ['AM', 'PM'],
    days: nameAll(7, { weekday: 'long' }, day),
    shortDays: nameAll(7, { weekday: 'short' }, day),
    months: nameAll(12, { month: 'long' }, month),
    shortMonths: nameAll(12, { month: 'short' }, month),
  };
}

function supported(locale: string): string[] {
  try {
    return Intl.NumberFormat.supportedLocalesOf([`${locale}-u-nu-latn`]);
  } catch {
    // A tag that is not well-formed is as good as none.
    return [];
  }
}

/** Asks Intl how the language shortens the largest value, such as 12 M, 12 Mio. or 1200万. */
function findScale(locale: string, largest: number): { divisor: number; suffix: string } {
  if (largest < compactFrom || largest >= 1e15) return { divisor: 1, suffix: '' };
  const compact = new Intl.NumberFormat(locale, {
    notation: 'compact',
    maximumSignificantDigits: 15,
    useGrouping: false,
  });
  const parts = compact.formatToParts(largest);
  const digits = parts
    .flatMap(({ type, value }) => (type === 'integer' ? [value] : []))
    .join('').length;
  const wordAt = parts.findIndex(({ type }) => type === 'compact');
  if (wordAt < 0) return { divisor: 1, suffix: '' };
  const before = parts[wordAt - 1];
  const blank = before?.type === 'literal' ? before.value : '';
  const divisor = 10 ** (Math.floor(Math.log10(largest)) + 1 - digits);
  return { divisor, suffix: `${blank}${parts[wordAt]?.value ?? ''}` };
}

/** Tells whether all values are years, which are written without separators. */
export function areYears(values: readonly (string | number)[]): boolean {
  return values.every(
    (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= 1_800 && value <= 2_200,
  );
}

const dayMs = 86_400_000;

/**
 * Chooses the coarsest precision for days and times of day: all first or all last days of months
 * are months, and of years years.
 */
function chooseDayPrecision(times: readonly number[]): DayPrecision {
  if (times.some((time) => time % dayMs !== 0)) return 'minute';
  const days = times.map((time) => new Date(time));
  const next = times.map((time) => new Date(time + dayMs));
  const areFirst = (of: readonly Date[]) => of.every((day) => day.getUTCDate() === 1);
  const first = areFirst(days) ? days : areFirst(next) ? next : null;
  if (first === null) return 'day';
  return first.every((day) => day.getUTCMonth() === 0) ? 'year' : 'month';
}

/**
 * Names the places along the axis in the reader's language, as the table beside the picture names
 * them too.
 */
export function namePlaces({ places, xType }: ChartData, words: NumberWords): string[] {
  if (xType === 'date') {
    const precision = chooseDayPrecision(places.map(Number));
    return places.map((place) => words.day(Number(place), precision));
  }
  if (xType !== 'number')
    return places.map((place) => String(place).replaceAll(/\s+/g, ' ').trim());
  return areYears(places) ? places.map(String) : places.map((place) => words.value(Number(place)));
}
