import type { Language } from './language.ts';

/** Writes numbers, money and times by the conventions of a language. */
export interface Formats {
  /** A whole number: `12,345`, `12.345`. */
  count: (count: number) => string;
  /** A number with exactly so many decimals: `4.3`, `4,3`. */
  decimal: (value: number, digits: number) => string;
  score: (score: number) => string;
  /** A share of 1 in whole percent: `12%`, `12 %`. */
  share: (share: number) => string;
  /** US dollars with two to six decimals: `$0.50`, `0,50 $`. */
  usd: (usd: number) => string;
  /** A length of time: `840 ms`, `12.3 s`, `4 min 5 s`, `2 h 7 min`. */
  duration: (durationMs: number) => string;
  /** A point in time with seconds, in UTC: `2025-03-01 09:30:12 UTC`. */
  time: (atMs: number) => string;
  /** The same to the minute: `2025-03-01 09:30 UTC`. */
  minute: (atMs: number) => string;
  /** A day: `June 12, 2027`, `12. Juni 2027`. */
  day: (atMs: number) => string;
  /** A day for a table: `Jun 12, 2027`, `12.06.2027`. */
  shortDay: (atMs: number) => string;
  /** Items as in prose: `a, b and c`. */
  list: (items: readonly string[]) => string;
}

/** The locale whose conventions a language follows. */
export const locales: Readonly<Record<Language, string>> = {
  en: 'en-US',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  ja: 'ja-JP',
};
const units: Record<Language, { ms: string; s: string; min: string; h: string; gap: string }> = {
  en: { ms: ' ms', s: ' s', min: ' min', h: ' h', gap: ' ' },
  de: { ms: ' ms', s: ' s', min: ' min', h: ' h', gap: ' ' },
  fr: { ms: ' ms', s: ' s', min: ' min', h: ' h', gap: ' ' },
  es: { ms: ' ms', s: ' s', min: ' min', h: ' h', gap: ' ' },
  ja: { ms: 'ミリ秒', s: '秒', min: '分', h: '時間', gap: '' },
};

export function formatsOf(language: Language): Formats {
  const known = formats.get(language) ?? makeFormats(language);
  formats.set(language, known);
  return known;
}

const formats = new Map<Language, Formats>();

function makeFormats(language: Language): Formats {
  const locale = locales[language];
  // Spanish omits the sign below 10,000, which a column of figures must not.
  const number = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, { useGrouping: 'always', ...options });
  const count = number({ maximumFractionDigits: 0 });
  const score = number({ maximumFractionDigits: 1 });
  const share = number({ style: 'percent', maximumFractionDigits: 0 });
  const usd = number({
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const shortDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const time = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'medium',
    timeZone: 'UTC',
  });
  const minute = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const list = new Intl.ListFormat(locale === 'en-US' ? 'en-GB' : locale, { type: 'conjunction' });
  // French counts the first of a month with an ordinal, which Intl does not.
  const dated = (text: string) => (language === 'fr' ? text.replace(/^1 /, '1er ') : text);
  const decimal = (value: number, digits: number) =>
    number({ minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
  return {
    count: (value) => count.format(value),
    decimal,
    score: (value) => score.format(value),
    share: (value) => share.format(value),
    usd: (value) => usd.format(value),
    duration: (durationMs) => writeDuration(durationMs, language, decimal),
    time: (atMs) => (language === 'en' ? isoTime(atMs, 19) : `${dated(time.format(atMs))} UTC`),
    minute: (atMs) => (language === 'en' ? isoTime(atMs, 16) : `${dated(minute.format(atMs))} UTC`),
    day: (atMs) => dated(day.format(atMs)),
    shortDay: (atMs) => dated(shortDay.format(atMs)),
    list: (items) => list.format(items),
  };
}

const isoTime = (atMs: number, length: number): string =>
  `${new Date(atMs).toISOString().slice(0, length).replace('T', ' ')} UTC`;

function writeDuration(
  durationMs: number,
  language: Language,
  decimal: Formats['decimal'],
): string {
  const { ms, s, min, h, gap } = units[language];
  if (durationMs < 1_000) return `${durationMs}${ms}`;
  const seconds = durationMs / 1_000;
  if (seconds < 59.95) return `${decimal(seconds, 1)}${s}`;
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}${min}${gap}${whole % 60}${s}`;
  return `${Math.floor(minutes / 60)}${h}${gap}${minutes % 60}${min}`;
}
