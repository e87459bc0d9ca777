/** How days are written: year, month, day; or day first; or month first. */
export const dateForms = ['iso', 'dayFirst', 'monthFirst'] as const;
export type DateForm = (typeof dateForms)[number];

const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/;
const numeric = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?: 00:00(?::00)?)?$/;
const msPerDay = 86_400_000;

/** Returns the days since 1970-01-01 of a text in each form in which it is a day; empty if it is none. */
export function readDate(text: string): Partial<Record<DateForm, number>> {
  const full = iso.exec(text);
  if (full) return pick({ iso: toDays(Number(full[1]), Number(full[3]), Number(full[4])) });
  const short = numeric.exec(text);
  if (!short) return {};
  const [first, second] = [Number(short[1]), Number(short[3])];
  const year = Number(short[4]) + (short[4]?.length === 2 ? (Number(short[4]) < 70 ? 2000 : 1900) : 0);
  const dayFirst = toDays(year, second, first);
  // Nobody writes the month first with points.
  return pick(short[2] === '.' ? { dayFirst } : { dayFirst, monthFirst: toDays(year, first, second) });
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
