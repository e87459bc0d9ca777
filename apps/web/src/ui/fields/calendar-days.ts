const dayMs = 86_400_000;

/** Moves a day (YYYY-MM-DD) by a number of days. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

/** Moves a day by a number of months. The last day of a shorter month stands for a day that it does not have. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0));
  return `${last.toISOString().slice(0, 8)}${String(Math.min(date, last.getUTCDate())).padStart(2, '0')}`;
}

/** Returns the number of days since Monday. */
export const weekdayOf = (day: string): number => (new Date(day).getUTCDay() + 6) % 7;

/** Returns the weeks, from Monday to Sunday, that hold the month of a day. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 8)}01`;
  const start = addDays(first, -weekdayOf(first));
  const last = addDays(addMonths(first, 1), -1);
  const count = Math.ceil((weekdayOf(first) + Number(last.slice(8))) / 7);
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDays(start, week * 7 + weekday)),
  );
}

/** Returns the nearest day that the limits allow. An empty limit allows everything. */
export function clampDay(day: string, min: string, max: string): string {
  if (min !== '' && day < min) return min;
  return max !== '' && day > max ? max : day;
}
