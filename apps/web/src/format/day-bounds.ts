/** A day as inputs of dates take it (YYYY-MM-DD), where the person is. */
export function toDayInput(timeMs: number): string {
  const time = new Date(timeMs);
  const [month, day] = [time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${time.getFullYear()}-${month}-${day}`;
}

/** When a day begins where the person is; undefined for what is no day. */
export const startOfDay = (day: string): string | undefined => boundOf(day, 0);

/** When a day is over where the person is: the first moment of the next one. */
export const endOfDay = (day: string): string | undefined => boundOf(day, 1);

function boundOf(day: string, daysLater: number): string | undefined {
  const time = new Date(`${day}T00:00:00`);
  if (Number.isNaN(time.getTime())) return undefined;
  time.setDate(time.getDate() + daysLater);
  return time.toISOString();
}
