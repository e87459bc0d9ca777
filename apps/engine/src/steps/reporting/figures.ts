/** Milliseconds for people: `840 ms`, `12.3 s`, `4 min 5 s`, `2 h 7 min`. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1_000) return `${durationMs} ms`;
  const seconds = durationMs / 1_000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A moment for people, in UTC: `2025-03-01 09:30:12 UTC`. */
export const formatTime = (atMs: number): string =>
  `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** A score with one decimal at most, or a dash. */
export const formatScore = (score: number | null): string =>
  score === null ? '–' : String(Math.round(score * 10) / 10);

/** `part` of `whole` in per cent; a dash where there is no whole. */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`;

/** A count with its noun: `1 task`, `3 tasks`. */
export const countOf = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** The mean; null of nothing. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** A whole number with thousands apart: `12,345`. */
export const formatCount = (count: number): string => count.toLocaleString('en-US');
