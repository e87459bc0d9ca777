import { roundScore } from '@ecp/contract/values/scores';
import { perLocale, shownLocale } from '../language/language.ts';
import { t } from '../language/translate.ts';

const numbers = (options?: Intl.NumberFormatOptions) =>
  perLocale((locale) => new Intl.NumberFormat(locale, options));
const dates = (options: Intl.DateTimeFormatOptions) =>
  perLocale((locale) => new Intl.DateTimeFormat(locale, options));

const usd = numbers({ style: 'currency', currency: 'USD' });
const wholeUsd = numbers({ style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const smallUsd = numbers({ style: 'currency', currency: 'USD', maximumFractionDigits: 4 });
const whole = numbers();
const typed = numbers({ useGrouping: false, maximumFractionDigits: 6 });
const compact = numbers({ notation: 'compact', maximumFractionDigits: 1 });
const oneDecimal = numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const percent = numbers({ style: 'percent', maximumFractionDigits: 0 });
const day = dates({ dateStyle: 'medium' });
const wholeDay = dates({ dateStyle: 'full' });
const month = dates({ month: 'long', year: 'numeric' });
const weekday = dates({ weekday: 'long' });
const shortWeekday = dates({ weekday: 'short' });
const utcDay = dates({ dateStyle: 'medium', timeZone: 'UTC' });
const moment = dates({ dateStyle: 'medium', timeStyle: 'short' });
const time = dates({ timeStyle: 'short' });
const exactTime = dates({ timeStyle: 'medium' });
const clock = dates({ timeStyle: 'medium', hourCycle: 'h23' });
const relative = perLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** Formats US dollars, amounts below a cent with four digits. */
export function formatUsd(amount: number): string {
  return amount !== 0 && Math.abs(amount) < 0.01 ? smallUsd().format(amount) : usd().format(amount);
}

/** Formats whole US dollars: $20. */
export const formatWholeUsd = (amount: number): string => wholeUsd().format(amount);

/** Formats an amount in the smallest unit of a currency: 4,900 cents are $49.00. */
export function formatMoney(amount: number, currency: string): string {
  const money = new Intl.NumberFormat(shownLocale(), { style: 'currency', currency });
  return money.format(amount / 10 ** (money.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Writes a number as a person types it into a field: without separators of thousands. */
export const writeNumber = (value: number): string => typed().format(value);

/**
 * Reads a number as a person types it in the language of the page; NaN for anything else. Of point
 * and comma, the one that is no decimal sign there marks thousands.
 */
export function readNumber(text: string): number {
  const decimal = whole().format(0.5).includes(',') ? ',' : '.';
  const [integer = '', ...decimals] = text.replace(/[\s'’]/g, '').split(decimal);
  const groups = integer.split(decimal === ',' ? '.' : ',');
  const isGrouped =
    groups.length > 1 &&
    groups.every((digits, at) => (at === 0 ? /^[1-9]\d{0,2}$/ : /^\d{3}$/).test(digits));
  return Number([isGrouped ? groups.join('') : integer, ...decimals].join('.') || Number.NaN);
}

export const formatCount = (count: number): string => whole().format(count);

/** Formats a number of tokens, shortened from 10,000 on: 12.3K. */
export const formatTokens = (tokens: number): string =>
  (tokens < 10_000 ? whole : compact)().format(tokens);

/** Formats a number with one decimal. */
export const formatDecimal = (value: number): string => oneDecimal().format(value);

export const formatShare = (share: number): string => percent().format(share);

/** Formats a score of 0 to 100 with one decimal (docs/requirements/quality.md). */
export const formatScore = (score: number): string => oneDecimal().format(roundScore(score));

/** Formats bytes in units of 1,024. */
export function formatBytes(sizeBytes: number): string {
  const power = Math.min(3, Math.floor(Math.log2(Math.max(1, sizeBytes)) / 10));
  const amount = sizeBytes / 1024 ** power;
  const written = (amount < 10 && power > 0 ? oneDecimal() : whole()).format(
    amount < 10 ? amount : Math.round(amount),
  );
  return (
    [
      t('{amount} B', { amount: written }),
      t('{amount} KB', { amount: written }),
      t('{amount} MB', { amount: written }),
      t('{amount} GB', { amount: written }),
    ][power] ?? written
  );
}

export const formatDay = (timestamp: string): string => day().format(new Date(timestamp));

/** Formats the local day of a date with its weekday: Friday, November 27, 2026. */
export const formatWholeDay = (date: Date): string => wholeDay().format(date);

/** Formats the month of a date: November 2026. */
export const formatMonth = (date: Date): string => month().format(date);

export const formatWeekday = (date: Date): string => weekday().format(date);

/** Formats the weekday of a date in a few letters: Fri. */
export const formatShortWeekday = (date: Date): string => shortWeekday().format(date);

/** Formats a day without a time, or a timestamp, as the day in UTC. */
export const formatUtcDay = (at: string): string => utcDay().format(new Date(at));

export const formatMoment = (timestamp: string): string => moment().format(new Date(timestamp));

/** Formats a timestamp as a time of day, to the second and with a constant width. */
export const formatClock = (timestamp: string): string => clock().format(new Date(timestamp));

const steps = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Formats how long ago a timestamp was: “3 hours ago”. */
export function formatAgo(timestamp: string, nowMs = Date.now()): string {
  const differenceMs = Date.parse(timestamp) - nowMs;
  const step = steps.find(([, lengthMs]) => Math.abs(differenceMs) >= lengthMs);
  return step ? relative().format(Math.round(differenceMs / step[1]), step[0]) : t('now');
}

/** Formats a duration: 4 s, 3 min 20 s, 1 h 05 min. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, Math.round(durationMs / 1_000));
  if (seconds === 0 && durationMs > 0) return t('<1 s');
  if (seconds < 60) return t('{seconds} s', { seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t('{minutes} min {seconds} s', { minutes, seconds: seconds % 60 });
  const rest = String(minutes % 60).padStart(2, '0');
  return t('{hours} h {minutes} min', { hours: Math.floor(minutes / 60), minutes: rest });
}

/**
 * Formats how long work is expected to take, no more exactly than it is known: 20 s, 6 min, 1 h 10
 * min.
 */
export function formatRoughDuration(seconds: number): string {
  if (seconds < 60) return t('{seconds} s', { seconds: Math.max(5, Math.ceil(seconds / 5) * 5) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t('{minutes} min', { minutes });
  const tens = Math.round(minutes / 10) * 10;
  return t('{hours} h {minutes} min', {
    hours: Math.floor(tens / 60),
    minutes: String(tens % 60).padStart(2, '0'),
  });
}

/** Formats a time of today: 3:04 PM. */
export const formatTime = (moment: Date): string => time().format(moment);

/** Formats a time of today to the second: 3:04:05 PM. */
export const formatExactTime = (moment: Date): string => exactTime().format(moment);

/** Formats a response time: 3.4 ms, 120 ms, 1.5 s. */
export function formatLatency(latencyMs: number): string {
  if (latencyMs >= 1_000)
    return t('{seconds} s', { seconds: oneDecimal().format(latencyMs / 1_000) });
  const shown = latencyMs < 10 ? Number(latencyMs.toFixed(1)) : Math.round(latencyMs);
  return t('{milliseconds} ms', { milliseconds: whole().format(shown) });
}
