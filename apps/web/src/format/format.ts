import { roundScore } from '@ecp/contract/values/scores';

const locale = 'en-US';
const usd = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' });
const smallUsd = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });
const whole = new Intl.NumberFormat(locale);
const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const wholeDay = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });
const utcDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium', hourCycle: 'h23' });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });

/** Formats US dollars, amounts below a cent with four digits. */
export function formatUsd(amount: number): string {
  return amount !== 0 && Math.abs(amount) < 0.01 ? smallUsd.format(amount) : usd.format(amount);
}

/** Formats an amount in the smallest unit of a currency: 4,900 cents are $49.00. */
export function formatMoney(amount: number, currency: string): string {
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  return money.format(amount / 10 ** (money.resolvedOptions().maximumFractionDigits ?? 2));
}

export const formatCount = (count: number): string => whole.format(count);

/** Formats a number of tokens, shortened from 10,000 on: 12.3K. */
export const formatTokens = (tokens: number): string => (tokens < 10_000 ? whole : compact).format(tokens);

export const formatShare = (share: number): string => percent.format(share);

/** Formats a score of 0 to 100 with one decimal (docs/requirements/quality.md). */
export const formatScore = (score: number): string => roundScore(score).toFixed(1);

/** Formats bytes in units of 1,024. */
export function formatBytes(sizeBytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, sizeBytes)) / 10));
  const amount = sizeBytes / 1024 ** power;
  return `${amount < 10 && power > 0 ? amount.toFixed(1) : Math.round(amount)} ${units[power]}`;
}

export const formatDay = (timestamp: string): string => day.format(new Date(timestamp));

/** Formats the local day of a date with its weekday: Friday, November 27, 2026. */
export const formatWholeDay = (date: Date): string => wholeDay.format(date);

/** Formats a day without a time, or a timestamp, as the day in UTC. */
export const formatUtcDay = (at: string): string => utcDay.format(new Date(at));

export const formatMoment = (timestamp: string): string => moment.format(new Date(timestamp));

/** Formats a timestamp as a time of day, to the second and with a constant width. */
export const formatClock = (timestamp: string): string => clock.format(new Date(timestamp));

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
  return step ? relative.format(Math.round(differenceMs / step[1]), step[0]) : relative.format(0, 'second');
}

/** Formats a duration: 4 s, 3 min 20 s, 1 h 05 min. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, Math.round(durationMs / 1_000));
  if (seconds === 0 && durationMs > 0) return '<1 s';
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** Formats a time of today: 3:04:05 PM. */
export const formatTime = (moment: Date): string => time.format(moment);

/** Formats a response time: 3.4 ms, 120 ms, 1.5 s. */
export function formatLatency(latencyMs: number): string {
  if (latencyMs >= 1_000) return `${(latencyMs / 1_000).toFixed(1)} s`;
  return `${latencyMs < 10 ? Number(latencyMs.toFixed(1)) : Math.round(latencyMs)} ms`;
}
