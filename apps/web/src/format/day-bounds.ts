/** Formats the local day of a time for date inputs (YYYY-MM-DD). */
export function toDayInput(timeMs: number): string {
  const time = new Date(timeMs);
  const [month, day] = [time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${time.getFullYear()}-${month}-${day}`;
}

/** Returns when a day begins in local time; undefined for an invalid day. */
export const startOfDay = (day: string): string | undefined => boundOf(day, 0);

/** Returns when a day is over in local time: the first moment of the next day. */
export const endOfDay = (day: string): string | undefined => boundOf(day, 1);

function boundOf(day: string, daysLater: number): string | undefined {
  const time = new Date(`${day}T00:00:00`);
  if (Number.isNaN(time.getTime())) return undefined;
  time.setDate(time.getDate() + daysLater);
  return time.toISOString();
}
