import type { SchedulePeriod } from '@ecp/contract/work/recurring';

const weekMs = 7 * 24 * 3_600_000;
const monthsOf = { month: 1, quarter: 3 } as const;

/**
 * Returns the first due time of a schedule after a moment. Months and quarters keep the day and the time of the start
 * in UTC; a day that a month lacks is its last one (REC-2).
 */
export function nextCheckAt({ every, startsAt }: { every: SchedulePeriod; startsAt: Date }, after: Date): Date {
  if (startsAt > after) return startsAt;
  if (every === 'week') {
    const passed = Math.floor((after.getTime() - startsAt.getTime()) / weekMs);
    return new Date(startsAt.getTime() + (passed + 1) * weekMs);
  }
  const step = monthsOf[every];
  const months =
    (after.getUTCFullYear() - startsAt.getUTCFullYear()) * 12 + after.getUTCMonth() - startsAt.getUTCMonth();
  // The due time of the present month may be over or still to come, so one of two is next.
  const count = Math.floor(months / step);
  const candidate = addMonths(startsAt, count * step);
  return candidate > after ? candidate : addMonths(startsAt, (count + 1) * step);
}

function addMonths(start: Date, months: number): Date {
  const moved = new Date(start);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return moved;
}
