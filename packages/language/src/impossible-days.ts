import { monthNumbers, widenDigits } from './dates.ts';

const namesOfMonths = [...monthNumbers.keys()]
  .toSorted((one, other) => other.length - one.length)
  .join('|');
/** A number of two digits beside the name or number of a month, in the place of its day. */
const daysOfMonths: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<![\p{L}\d.,/-])(?<day>\d{2})(?:\.|st|nd|rd|th|º)?[ \u00a0](?:(?:de|of) )?(?<month>${namesOfMonths})\.?,? (?:(?:de|del|of) )?(?<year>\d{4})(?![\p{L}\d])`,
    'giu',
  ),
  new RegExp(
    String.raw`(?<!\p{L})(?<month>${namesOfMonths})\.? (?<day>\d{2})(?:st|nd|rd|th)?,? (?<year>\d{4})(?![\p{L}\d])`,
    'giu',
  ),
  /(?<![\d.,-])(?<year>(?:19|20)\d{2})-(?<month>\d{2})-(?<day>\d{2})(?![\d-])/gu,
  /(?<![\d.,])(?<day>\d{2})\.(?<month>0\d|1[0-2])\.(?<year>(?:19|20)\d{2})(?![\d.,])/gu,
  /(?<!\d)(?<year>\d{4})年(?<month>\d{1,2})月(?<day>\d{1,2})日/gu,
];

/**
 * Finds dates of a text that no calendar has: "35 March 2027", "31 April 2027", 2026年12月38日. Those
 * without a year are omitted, because their number may be an amount.
 */
export function findImpossibleDays(
  original: string,
): { text: string; start: number; end: number }[] {
  const text = widenDigits(original);
  return daysOfMonths.flatMap((form) =>
    [...text.matchAll(form)].flatMap(({ 0: words, index, groups = {} }) => {
      const name = groups['month']?.toLowerCase() ?? '';
      const month = monthNumbers.get(name) ?? Number(name);
      const [year, day] = [Number(groups['year']), Number(groups['day'])];
      const last = month > 12 ? 0 : new Date(Date.UTC(year, month, 0)).getUTCDate();
      const isPossible = month >= 1 && day >= 1 && day <= last;
      return isPossible ? [] : [{ text: words, start: index, end: index + words.length }];
    }),
  );
}
