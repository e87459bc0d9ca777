import { monthNumbers } from './month-names.ts';
import { takePlaces } from './take-places.ts';

/** A stretch of time that a text names. */
export interface FoundPeriod {
  start: number;
  end: number;
  /** `2025`, `2025-Q2`, `2025-H1`, `2025-06`, `Q2`, `H1`. A fiscal year `2024/25` is `2024/25`. */
  period: string;
}

const year = '(?:19|20)\\d{2}';
const quarterWords: [RegExp, number][] = [
  [/^(?:first|1st|erste[nms]?|premier|1er|primer|第1|第一|1)/iu, 1],
  [/^(?:second|2nd|zweite[nms]?|deuxième|2e|segundo|第2|第二|2)/iu, 2],
  [/^(?:third|3rd|dritte[nms]?|troisième|3e|tercer|第3|第三|3)/iu, 3],
  [/^(?:fourth|last|4th|vierte[nms]?|quatrième|4e|cuarto|第4|第四|4)/iu, 4],
];
const ordinal =
  '(?:first|second|third|fourth|1st|2nd|3rd|4th|erste[nms]?|zweite[nms]?|dritte[nms]?|vierte[nms]?|premier|deuxième|troisième|quatrième|1er|2e|3e|4e|primer|segundo|tercer|cuarto|第[1-4一二三四]|[1-4]\\.?º?)';
const named = [...monthNumbers.keys()].sort((one, other) => other.length - one.length).join('|');
const ofYear = `(?:[\\s\\u00a0]{0,2}(?:of|de|du|del|des Jahres|im Jahr|/|-|,)?[\\s\\u00a0]{0,2}(?<year>${year})(?!\\d))?`;
const forms: readonly [RegExp, (groups: Record<string, string | undefined>) => string | null][] = [
  [
    new RegExp(`(?<!\\d)(?<from>${year})\\s?/\\s?(?<to>\\d{2}|${year})(?![\\d/])`, 'gu'),
    ({ from, to }) => `${from}/${to?.slice(-2)}`,
  ],
  [
    new RegExp(`(?<year>${year})[-\\s年]{0,2}(?:Q|T)(?<quarter>[1-4])(?!\\p{L})`, 'giu'),
    (of) => withYear(of.year, `Q${of.quarter}`),
  ],
  [
    new RegExp(`(?<![\\p{L}\\d])(?:Q|T)(?<quarter>[1-4])(?![\\p{L}\\d])${ofYear}`, 'gu'),
    (of) => withYear(of.year, `Q${of.quarter}`),
  ],
  [
    new RegExp(`(?:(?<year>${year})年度?の?)(?<nth>第[1-4一二三四])四半期`, 'gu'),
    (of) => withYear(of.year, `Q${quarterOf(of.nth)}`),
  ],
  [
    new RegExp(`(?<![\\p{L}\\d])(?<nth>${ordinal})[\\s\\u00a0]?(?:quarter|Quartal|trimestre|四半期)s?${ofYear}`, 'giu'),
    (of) => withYear(of.year, `Q${quarterOf(of.nth)}`),
  ],
  [
    new RegExp(`(?<![\\p{L}\\d])(?:H|S|HJ)(?<half>[12])(?![\\p{L}\\d])${ofYear}`, 'gu'),
    (of) => withYear(of.year, `H${of.half}`),
  ],
  [
    new RegExp(
      `(?<![\\p{L}\\d])(?<nth>${ordinal})[\\s\\u00a0]?(?:half(?:[- ]year)?|Halbjahr|semestre)(?!\\p{L})${ofYear}`,
      'giu',
    ),
    (of) => withYear(of.year, `H${quarterOf(of.nth)}`),
  ],
  [
    /(?<year>(?:19|20)\d{2})年(?:度の?)?(?<month>\d{1,2})月/gu,
    (of) => `${of.year}-${(of.month ?? '').padStart(2, '0')}`,
  ],
  [/(?<year>(?:19|20)\d{2})年度?(?<nth>上|下)(?:半期|期)/gu, (of) => `${of.year}-H${of.nth === '上' ? 1 : 2}`],
  [
    new RegExp(
      `(?<![\\p{L}])(?<name>${named})(?!\\p{L})\\.?[\\s\\u00a0]{1,2}(?:(?:of|de|del)[\\s])?(?<year>${year})(?!\\d)`,
      'giu',
    ),
    (of) => `${of.year}-${String(monthNumbers.get(of.name?.toLowerCase() ?? '') ?? 0).padStart(2, '0')}`,
  ],
  [
    new RegExp(`(?<![\\d.,/-])(?<year>${year})-(?<month>0[1-9]|1[0-2])(?![\\d-])`, 'gu'),
    (of) => `${of.year}-${of.month}`,
  ],
  [
    new RegExp(`(?:FY|GJ|CY)[\\s'’]?(?<year>${year}|\\d{2})(?!\\d)`, 'gu'),
    ({ year: of = '' }) => (of.length === 2 ? `20${of}` : of),
  ],
  [
    new RegExp(`(?<![\\d.,/$€£-]|\\d[ \\u00a0])(?<year>${year})(?!\\d|[.,]\\d|[ \\u00a0]?[%€$£]|[/]\\d|-\\d)`, 'gu'),
    (of) => of.year ?? null,
  ],
];

const withYear = (of: string | undefined, part: string) => (of === undefined ? part : `${of}-${part}`);

function quarterOf(nth: string | undefined): number {
  return quarterWords.find(([form]) => form.test(nth ?? ''))?.[1] ?? 0;
}

/**
 * Finds the years, quarters, halves, months and fiscal years of a text, in order; the more exact one where two overlap.
 */
export function readPeriods(original: string): FoundPeriod[] {
  const text = original.replace(/[０-９]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
  const found: FoundPeriod[] = [];
  const taken = takePlaces(text.length);
  for (const [form, toPeriod] of forms) {
    for (const match of text.matchAll(form)) {
      const [start, end] = [match.index, match.index + match[0].length];
      const period = toPeriod(match.groups ?? {});
      if (period === null || taken.has(start, end)) continue;
      found.push({ start, end, period });
      taken.add(start, end);
    }
  }
  return found.sort((one, other) => one.start - other.start);
}

/** Returns true unless two periods exclude each other: 2025 and 2025-Q2 may be the same figure's, Q1 and Q2 may not. */
export function mayAgree(one: string, other: string): boolean {
  if (one === other || one.includes(other) || other.includes(one)) return true;
  const [left, right] = [splitPeriod(one), splitPeriod(other)];
  const areFiscal = (left.year?.includes('/') ?? false) && (right.year?.includes('/') ?? false);
  const sameYear =
    left.year === null ||
    right.year === null ||
    left.year === right.year ||
    (!areFiscal && (yearsOf(left.year).includes(right.year) || yearsOf(right.year).includes(left.year)));
  const samePart = left.part === null || right.part === null || left.part === right.part;
  return sameYear && samePart;
}

/** A fiscal year may be called by either of its years. */
function yearsOf(of: string | null): string[] {
  const [first = '', last] = (of ?? '').split('/');
  return last === undefined ? [first] : [first, `${first.slice(0, 2)}${last}`];
}

function splitPeriod(period: string): { year: string | null; part: string | null } {
  const [, of = null, part = null] = /^(\d{4}(?:\/\d{2})?)?-?(.+)?$/.exec(period) ?? [];
  return { year: of, part: part === '' ? null : part };
}
