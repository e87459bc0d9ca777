import { measureText } from './text-lines.ts';

/** The parts of a chart that decide how its values are written. */
interface LabelledChart {
  type: string;
  categories: readonly string[];
  series: readonly { name: string; values: readonly (number | null)[] }[];
}

/** The most labels that can be read in one chart. */
export const mostLabels = 30;

/**
 * Tells which values are written beside their marks. A chart that does not write all of them has an
 * axis of values.
 */
export function labelledValues({
  type,
  categories,
  series,
}: LabelledChart): 'all' | 'last' | 'none' {
  if (type === 'line') {
    if (series.length === 1 && categories.length <= 14) return 'all';
    return series.length <= 4 && categories.length <= 200 ? 'last' : 'none';
  }
  const count = type === 'waterfall' ? categories.length : series.length * categories.length;
  return count <= mostLabels ? 'all' : 'none';
}

/**
 * Returns the share of the width that names at the ends of lines need; null for other charts, and
 * where the names would cover each other, so that a legend names the lines.
 */
export function shareOfEnds(
  chart: LabelledChart,
  { widthPt, size, fontWidth = 1 }: { widthPt: number; size: number; fontWidth?: number },
): number | null {
  const { type, series, categories } = chart;
  if (type !== 'line' || series.length < 2 || categories.length < 3) return null;
  if (labelledValues(chart) !== 'last') return null;
  const longest = Math.max(...series.map(({ name }) => measureText(name)));
  const share = ((longest + 2_800) * size * fontWidth) / 1_000 / widthPt;
  return !areApart(series, -1) || share > 0.36 ? null : share;
}

/**
 * Tells whether the first values of lines are written beside the last ones, which have the names.
 */
export const hasStarts = ({ series }: LabelledChart): boolean => areApart(series, 0);

/**
 * Tells whether all lines have a value at that place, so far apart that labels do not cover each
 * other.
 */
function areApart(series: LabelledChart['series'], place: 0 | -1): boolean {
  const all = series.flatMap(({ values }) => values).filter((value) => value !== null);
  const span = Math.max(...all, 0) - Math.min(...all, 0);
  const found = series
    .map(({ values }) => values.at(place) ?? null)
    .filter((value) => value !== null);
  const sorted = found.toSorted((one, other) => one - other);
  const isClose = sorted.some((value, at) => at > 0 && value - (sorted[at - 1] ?? 0) < span * 0.07);
  return found.length === series.length && !isClose;
}

/** A step of a waterfall, from one level to the next. A total starts on the axis. */
export interface WaterfallStep {
  value: number | null;
  isTotal: boolean;
  start: number;
  end: number;
}

/** Lays out the steps of a waterfall; `totals` are the places of its totals. */
export function waterfallSteps(
  values: readonly (number | null)[],
  totals: ReadonlySet<number>,
): WaterfallStep[] {
  let level = 0;
  return values.map((given, at) => {
    const isTotal = totals.has(at);
    const value = given ?? (isTotal ? level : null);
    const start = isTotal ? 0 : level;
    level = roundSum(isTotal ? (value ?? level) : level + (value ?? 0));
    return { value, isTotal, start, end: level };
  });
}

/** Removes what sums of decimals leave behind. */
export const roundSum = (value: number): number => Number(value.toPrecision(12));

/** Writes a number as one of these formats shows it to a reader of that language. */
export function writeInFormat(
  value: number,
  format: string,
  language: string,
  hasSign = false,
): string {
  const digits = /0\.(0+)/.exec(format)?.[1]?.length ?? 0;
  const text = new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: 'always',
    numberingSystem: 'latn',
  }).format(Math.abs(value));
  const [before = '', after = ''] = format
    .split(/[#0][#,.0]*/)
    .map((part) => part.replaceAll('"', ''));
  const sign = value < 0 ? '−' : hasSign && value > 0 ? '+' : '';
  return `${sign}${before}${text}${after}`;
}

const currencies: Record<string, string> = {
  '€': '€',
  $: '$',
  US$: 'US$',
  '£': '£',
  '¥': '¥',
  '￥': '¥',
};

/** The format of a chart's numbers as a spreadsheet has it, such as `#,##0.0"%"`. */
interface ChartFormat {
  format: string;
  /** Whether the unit stands beside each number. */
  isUnitShown: boolean;
}

/** Chooses the decimals by the values, and writes a short unit beside each number. */
export function chooseFormat(
  values: readonly number[],
  unit: string,
  language: string,
): ChartFormat {
  const digits = chooseDecimals(values);
  const number = `#,##0${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`;
  if (unit === '%')
    return {
      format: /^(?:en|ja|zh|ko)/i.test(language) ? `${number}"%"` : `${number}" %"`,
      isUnitShown: true,
    };
  const currency = currencies[unit];
  if (currency !== undefined) {
    const isBefore = /^(?:en|ja|zh)/i.test(language);
    return {
      format: isBefore ? `"${currency}"${number}` : `${number}" ${currency}"`,
      isUnitShown: true,
    };
  }
  if (/^[x×]$/i.test(unit)) return { format: `${number}"×"`, isUnitShown: true };
  return { format: number, isUnitShown: false };
}

/**
 * Chooses the decimals that all values of a chart get. Values with few decimals keep them; others
 * are rounded so that the largest has three figures.
 */
function chooseDecimals(values: readonly number[]): number {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0 || largest >= 10_000) return 0;
  const rounded = Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(largest))));
  const most = largest >= 10 ? rounded + 1 : rounded;
  const exact = Array.from({ length: most + 1 }, (_, digits) => digits).find((digits) =>
    values.every(
      (value) => Math.abs(value - Number(value.toFixed(digits))) < Math.abs(value) * 1e-9 + 1e-12,
    ),
  );
  return exact ?? rounded;
}

/** Returns the format of the numbers at the axis, which need no decimals beside large values. */
export const axisFormatOf = (format: string, largest: number): string =>
  largest > 5 ? format.replace(/\.0+/, '') : format;
