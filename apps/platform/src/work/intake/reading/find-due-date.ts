import { readDates } from '@ecp/language/dates';
import { findLanguage } from '@ecp/language/detect-language';

/** Words near a date that make it the day on which the work is due. */
const deadline =
  /(?<![\p{L}])(?:by|until|before|no later than|deadline|due|decides? on|decision on|bis(?: zum| spätestens)?|spätestens|frist|abgabe|fällig|termin|entscheidet am)(?![\p{L}])/iu;
/** How far before a date its words may stand, in characters. */
const reach = 60;
const longestLine = 2_000;
const linesToRead = 500;

/** Finds the day by which a text asks for the work, YYYY-MM-DD: the first whole date from `today` on; else null. */
export function findDueDate(lines: readonly string[], today: string): string | null {
  const language = findLanguage(lines.slice(0, linesToRead).join('\n').slice(0, 20_000));
  for (const line of lines.slice(0, linesToRead)) {
    if (line.length > longestLine) continue;
    for (const { start, year, months, day } of readDates(line, language)) {
      if (year === null || months === null || day === null) continue;
      const date = toDay(year, months[0], day);
      const before = line.slice(Math.max(0, start - reach), start);
      if (date !== null && date >= today && deadline.test(before)) return date;
    }
  }
  return null;
}

/** Returns a day in the form YYYY-MM-DD; null for one that is not in the calendar. */
function toDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}
