/** Formats milliseconds for people: `840 ms`, `12.3 s`, `4 min 5 s`, `2 h 7 min`. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1_000) return `${durationMs} ms`;
  const seconds = durationMs / 1_000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Formats a time for people, in UTC: `2025-03-01 09:30:12 UTC`. */
export const formatTime = (atMs: number): string =>
  `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Formats a score with at most one decimal. Null gives a dash. */
export const formatScore = (score: number | null): string =>
  score === null ? '–' : String(Math.round(score * 10) / 10);

/** Formats `part` as a percentage of `whole`. A whole of 0 gives a dash. */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`;

/** Formats a count with its noun: `1 task`, `3 tasks`. */
export const countOf = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** Returns the mean, or null for an empty list. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Formats a whole number with thousands separators: `12,345`. */
export const formatCount = (count: number): string => count.toLocaleString('en-US');
