import type { Language } from './language.ts';
import { monthNumbers } from './month-names.ts';

/** A date in a text. A part that the text does not name is null. */
export interface FoundDate {
  /** Bounds in the text. */
  start: number;
  end: number;
  year: number | null;
  /** 1 to 12. */
  month: number;
  /** 1 to 31. */
  day: number | null;
}

const months = [...monthNumbers.keys()].sort((one, other) => other.length - one.length).join('|');
const space = '[ \\t\\n\\u00a0\\u202f]';
const year = '(?:1[89]|20|21)\\d{2}';
const dayWord = `(?<day>0?[1-9]|[12]\\d|3[01])(?:\\.|st|nd|rd|th|er|º|°)?`;
const monthWord = `(?<month>${months})\\b\\.?`;
const before = '(?<![\\p{L}\\p{N}.,/-])';
const after = '(?![\\p{L}\\p{N}])';

/** Digits alone may stand between Japanese characters. */
const numeric = { before: '(?<![\\p{Script=Latin}\\p{N}.,/-])', after: '(?![\\p{Script=Latin}\\p{N}])' };

/** The forms of dates, the most complete first. Each names its parts. */
const forms: readonly RegExp[] = [
  // 2027-06-12
  new RegExp(`${numeric.before}(?<year>${year})-(?<month>0[1-9]|1[0-2])-(?<day>[0-2]\\d|3[01])${numeric.after}`, 'gu'),
  // 12.06.2027, 12/06/27
  new RegExp(
    `${numeric.before}(?<day>\\d{1,2})(?<sign>[./])(?<month>\\d{1,2})\\k<sign>(?<year>${year}|\\d{2})${numeric.after}(?![.,]\\d)`,
    'gu',
  ),
  // 2027/06/12
  new RegExp(
    `${numeric.before}(?<year>${year})/(?<month>0?[1-9]|1[0-2])/(?<day>0?[1-9]|[12]\\d|3[01])${numeric.after}`,
    'gu',
  ),
  // 2027年6月12日, 令和9年6月, 6月12日
  /(?:(?<era>令和|平成)?(?<year>\d{1,4}|元)年)?(?<month>\d{1,2})月(?:(?<day>\d{1,2})日)?/gu,
  // 12. Juni 2027, 1er mars, 12 de junio de 2027, 12th of June
  new RegExp(
    `${before}${dayWord}${space}{0,2}(?:(?:de|of)${space})?${monthWord}(?:${space}{1,2}(?:(?:de|del)${space})?(?<year>${year}))?${after}`,
    'giu',
  ),
  // June 12, 2027
  new RegExp(
    `${before}${monthWord}${space}{1,2}${dayWord}(?![.,]{0,4}\\d)(?:,?${space}{1,2}(?<year>${year}))?${after}`,
    'giu',
  ),
  // Juni 2027, marzo de 2027, 06/2027
  new RegExp(`${before}${monthWord}${space}{1,2}(?:(?:de|del)${space})?(?<year>${year})${after}`, 'giu'),
  new RegExp(`${before}(?<month>0?[1-9]|1[0-2])[./](?<year>${year})${after}(?![.,]\\d)`, 'gu'),
];
const eras: Record<string, number> = { 令和: 2018, 平成: 1988 };

/**
 * Finds the dates of a text in the forms of all languages, in order. Between slashes, English puts the month first
 * unless the number is above 12; the other languages put the day first.
 */
export function readDates(text: string, language: Language | null): FoundDate[] {
  const candidates = forms.flatMap((form) =>
    [...text.matchAll(form)].flatMap((match) => {
      const date = toDate(match, language);
      return date === null ? [] : [{ start: match.index, end: match.index + match[0].length, ...date }];
    }),
  );
  // The sort is stable, so of two dates that start at one place the more complete form comes first.
  let end = 0;
  return candidates
    .sort((one, other) => one.start - other.start)
    .filter((date) => {
      if (date.start < end) return false;
      end = date.end;
      return true;
    });
}

function toDate({ groups = {} }: RegExpMatchArray, language: Language | null): Omit<FoundDate, 'start' | 'end'> | null {
  // The English auxiliary "may" has no capital letter, and no year after it.
  if (groups.month === 'may' && groups.year === undefined && language === 'en') return null;
  const named = monthNumbers.get(groups.month?.toLowerCase() ?? '');
  const [first, second] = [Number(groups.day ?? 0), named ?? Number(groups.month)];
  const swaps = groups.sign === '/' && (second > 12 || (language === 'en' && first <= 12));
  const [day, month] = swaps ? [second, first] : [first, second];
  if (month < 1 || month > 12 || day > 31) return null;
  return { year: readYear(groups), month, day: groups.day === undefined ? null : day };
}

function readYear({ year: digits, era }: Record<string, string | undefined>): number | null {
  if (digits === undefined) return null;
  const value = digits === '元' ? 1 : Number(digits);
  if (era !== undefined) return (eras[era] ?? 0) + value;
  return digits.length === 2 ? 2000 + value : value;
}
