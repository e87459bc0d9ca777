import type { ChartWords } from '@ecp/language/deck-words';
import {
  chooseFormat,
  roundSum,
  type WaterfallStep,
  waterfallSteps,
  writeInFormat,
} from '@ecp/language/slide-charts';
import type { SlideChart } from '../deck-types.ts';
import { cleanLine } from '../xml.ts';

/**
 * The part that a series plays in its chart: `base` is invisible, `label` is a line that only
 * carries labels, and a `connector` is a line from the end of a step to the beginning of the next.
 */
type SeriesRole = 'plain' | 'base' | 'total' | 'up' | 'down' | 'label' | 'connector';

/** A series and its column in the workbook. */
export interface ChartSeries {
  name: string;
  /** From 0 for column A. */
  column: number;
  values: (number | null)[];
  role: SeriesRole;
  /**
   * The column whose cells are the labels of the points, with what they show, and the points that
   * have it below.
   */
  labels?: { column: number; texts: string[]; below?: ReadonlySet<number> };
}

/**
 * A column of the chart's workbook: its head, and for each category a text, a number or a formula
 * with its value.
 */
export interface ChartColumn {
  head: string;
  cells: (string | number | null | { formula: string; value: number })[];
  /** Format of its numbers, or of each cell. */
  format?: string | string[];
}

/** A chart as it is drawn: categories, series, and the workbook that holds them. */
export interface ChartData {
  type: SlideChart['type'];
  categories: string[];
  series: ChartSeries[];
  columns: ChartColumn[];
  /** Format of the values for Office, such as `[$-409]#,##0.0"%"`. */
  format: string;
  /** Writes a value as that format shows it. */
  write: (value: number) => string;
  /** The unit where the format does not show it. */
  unit: string;
}

/** The longest name in a chart; a longer one is cut. */
export const maxNameLength = 200;

const cutName = (text: string) => {
  const line = cleanLine(text);
  return line.length > maxNameLength ? `${line.slice(0, maxNameLength - 1).toWellFormed()}…` : line;
};

/** Prepares the data of a chart. Null if there is nothing to draw. */
export function readChart(
  chart: SlideChart,
  { language, words }: { language: string; words: ChartWords },
): ChartData | null {
  const { type } = chart;
  const longest = Math.max(0, ...chart.series.map(({ values }) => values.length));
  const count = type === 'scatter' ? longest : chart.categories.length;
  const given = chart.series.map(({ name, values }, index) => ({
    name: cutName(name) || `${index + 1}`,
    values: Array.from({ length: count }, (_, at) => readValue(values[at])),
  }));
  if (count === 0 || !given.some(({ values }) => values.some((value) => value !== null)))
    return null;
  const categories = Array.from(
    { length: count },
    (_, at) => cutName(chart.categories[at] ?? '') || ' ',
  );
  const unit = cutName(chart.unit ?? '');
  const all = given.flatMap(({ values }) => values).filter((value) => value !== null);
  const { format: plainFormat, isUnitShown } = chooseFormat(all, unit, language);
  const format = officeFormat(plainFormat, language, ['', '−']);
  const write = (value: number, hasSign = false) =>
    writeInFormat(value, plainFormat, language, hasSign);
  const shared = { type, categories, format, write, unit: isUnitShown ? '' : unit };
  if (type === 'scatter' && given.length < 2) return null;
  if (type === 'scatter')
    return {
      ...shared,
      ...readScatter(
        categories,
        given,
        chart.categories.some((name) => name.trim() !== ''),
      ),
    };
  if (type === 'waterfall')
    return {
      ...shared,
      ...readWaterfall(categories, given[0], new Set(chart.totals), {
        format,
        write,
        words,
        changeFormat: officeFormat(plainFormat, language, ['+', '−', '']),
      }),
    };
  const plain = given.map(({ name, values }, index) => ({
    name,
    values,
    column: index + 1,
    role: 'plain' as const,
  }));
  const columns: ChartColumn[] = [
    { head: '', cells: categories },
    ...given.map(({ name, values }) => ({ head: name, cells: values, format })),
  ];
  if (type !== 'stacked' || plain.length < 2) return { ...shared, series: plain, columns };
  return { ...shared, ...addTotals(plain, columns, format, words) };
}

const readValue = (value: number | null | undefined): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? Number(value.toPrecision(15)) : null;

/**
 * Languages as Office numbers them in formats: some programs write the separators of that language.
 */
const officeLanguages: Record<string, string> = {
  en: '409',
  de: '407',
  fr: '40C',
  es: 'C0A',
  ja: '411',
};

/** Writes a format for Office, with signs for positive and negative numbers and for zero. */
function officeFormat(format: string, language: string, signs: readonly string[]): string {
  const code = officeLanguages[language];
  const locale = code === undefined ? '' : `[$-${code}]`;
  return signs.map((sign) => `${locale}${sign === '' ? '' : `"${sign}"`}${format}`).join(';');
}

/** Adds a line that shows the total above each column, where no part is negative. */
function addTotals(
  plain: ChartSeries[],
  columns: ChartColumn[],
  format: string,
  { total }: ChartWords,
) {
  const count = columns[0]?.cells.length ?? 0;
  if (plain.some(({ values }) => values.some((value) => value !== null && value < 0)))
    return { series: plain, columns };
  const sums = Array.from({ length: count }, (_, at) =>
    roundSum(plain.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)),
  );
  const column = columns.length;
  const cells = sums.map((value, at) => ({
    formula: `=SUM(B${at + 2}:${columnName(column - 1)}${at + 2})`,
    value,
  }));
  return {
    series: [...plain, { name: total, column, values: sums, role: 'label' as const }],
    columns: [...columns, { head: total, cells, format }],
  };
}

type Given = { name: string; values: (number | null)[] };

function readScatter(categories: string[], [across, up]: Given[], hasNames: boolean) {
  const xs = across?.values ?? [];
  // A point needs both values.
  const ys = (up?.values ?? []).map((value, at) => (xs[at] === null ? null : value));
  const columns: ChartColumn[] = [
    { head: '', cells: categories },
    { head: across?.name ?? '', cells: xs },
    { head: up?.name ?? '', cells: ys },
  ];
  const labels = { column: 0, texts: categories };
  const point = {
    name: up?.name ?? '',
    column: 2,
    values: ys,
    role: 'plain' as const,
    ...(hasNames && { labels }),
  };
  return {
    series: [{ name: across?.name ?? '', column: 1, values: xs, role: 'base' as const }, point],
    columns,
  };
}

/**
 * Lays out the steps of a waterfall as stacked columns. What lies between the axis and a step is an
 * invisible column; a step across the axis has a part on each side. All parts are formulas over the
 * values, so that an edit moves them.
 */
function readWaterfall(
  categories: string[],
  given: Given | undefined,
  totals: Set<number>,
  {
    format,
    changeFormat,
    write,
    words,
  }: {
    format: string;
    changeFormat: string;
    write: (value: number, hasSign: boolean) => string;
    words: ChartWords;
  },
) {
  const steps = waterfallSteps(given?.values ?? [], totals);
  const crosses = steps.some(({ start, end, isTotal }) => !isTotal && start * end < 0);
  const row = (at: number) => at + 2;
  const column = (
    head: string,
    cell: (at: number) => ChartColumn['cells'][number],
  ): ChartColumn => ({
    head,
    cells: steps.map((_, at) => cell(at)),
    format,
  });
  const part = (at: number, sign: 'up' | 'down', side: 'above' | 'below') => {
    const { value, isTotal, start, end } = steps[at] ?? {
      value: null,
      isTotal: true,
      start: 0,
      end: 0,
    };
    if (isTotal || value === null || value < 0 !== (sign === 'down')) return 0;
    const isCrossing = start * end < 0;
    if (side === 'below') return isCrossing ? Math.min(start, end) : 0;
    if (isCrossing) return Math.max(start, end);
    return roundSum(Math.abs(end - start) * (start + end < 0 ? -1 : 1));
  };
  const partFormula = (at: number, sign: 'up' | 'down', side: 'above' | 'below') => {
    const [b, c, d, e] = ['B', 'C', 'D', 'E'].map((name) => `${name}${row(at)}`);
    const isOther = sign === 'up' ? `${b}<0` : `${b}>=0`;
    const shown =
      side === 'below'
        ? `IF(${d}*${e}<0,MIN(${d},${e}),0)`
        : `IF(${d}*${e}<0,MAX(${d},${e}),ABS(${e}-${d})*IF(${d}+${e}<0,-1,1))`;
    return `=IF(OR(${c}=1,${isOther}),0,${shown})`;
  };
  const parts = (head: string, sign: 'up' | 'down', side: 'above' | 'below') =>
    column(head, (at) => ({ formula: partFormula(at, sign, side), value: part(at, sign, side) }));
  const base = steps.map(({ isTotal, start, end }) =>
    isTotal || start * end <= 0 ? 0 : start > 0 ? Math.min(start, end) : Math.max(start, end),
  );
  const columns: ChartColumn[] = [
    { head: '', cells: categories },
    {
      ...column(given?.name ?? '', (at) => steps[at]?.value ?? null),
      format: steps.map(({ isTotal }) => (isTotal ? format : changeFormat)),
    },
    { head: words.total, cells: steps.map(({ isTotal }) => (isTotal ? 1 : 0)) },
    column(words.start, (at) => ({
      formula: at === 0 ? `=0` : `=IF(C${row(at)}=1,0,E${row(at - 1)})`,
      value: steps[at]?.start ?? 0,
    })),
    column(words.end, (at) => ({
      formula: `=IF(C${row(at)}=1,B${row(at)},D${row(at)}+B${row(at)})`,
      value: steps[at]?.end ?? 0,
    })),
    column('', (at) => {
      const [d, e] = [`D${row(at)}`, `E${row(at)}`];
      return {
        formula: `=IF(OR(C${row(at)}=1,${d}*${e}<=0),0,IF(${d}>0,MIN(${d},${e}),MAX(${d},${e})))`,
        value: base[at] ?? 0,
      };
    }),
    column(words.total, (at) => ({
      formula: `=IF(C${row(at)}=1,B${row(at)},0)`,
      value: steps[at]?.isTotal ? (steps[at]?.end ?? 0) : 0,
    })),
    parts(words.increase, 'up', 'above'),
    parts(words.decrease, 'down', 'above'),
    ...(crosses
      ? [parts(words.increase, 'up', 'below'), parts(words.decrease, 'down', 'below')]
      : []),
  ];
  const below = findBelow(steps);
  const labelColumn = columns.length;
  columns.push(
    column('', (at) => {
      const { start, end } = steps[at] ?? { start: 0, end: 0 };
      const [d, e] = [`D${row(at)}`, `E${row(at)}`];
      return below.has(at)
        ? { formula: `=MIN(${d},${e})`, value: Math.min(start, end) }
        : { formula: `=MAX(${d},${e},0)`, value: Math.max(start, end, 0) };
    }),
    ...connectors.map((first) =>
      column('', (at) => {
        // A connector leads over two steps, so that with three columns of them one step lies
        // between two connectors.
        const from =
          at % 3 === first && at + 1 < steps.length
            ? at
            : (at + 2) % 3 === first && at > 0
              ? at - 1
              : null;
        return from === null ? null : { formula: `=E${row(from)}`, value: steps[from]?.end ?? 0 };
      }),
    ),
  );
  const roles: SeriesRole[] = [
    'base',
    'total',
    'up',
    'down',
    ...(crosses ? (['up', 'down'] as const) : []),
  ];
  const valuesOf = (index: number) =>
    (columns[index]?.cells ?? []).map((cell) =>
      cell !== null && typeof cell === 'object' ? cell.value : null,
    );
  const series: ChartSeries[] = roles.map((role, index) => ({
    name: columns[index + 5]?.head || ' ',
    column: index + 5,
    values: valuesOf(index + 5),
    role,
  }));
  const texts = steps.map(({ value, isTotal }) => (value === null ? '' : write(value, !isTotal)));
  const labels = { column: 1, texts, below };
  series.push({
    name: ' ',
    column: labelColumn,
    values: valuesOf(labelColumn),
    role: 'label',
    labels,
  });
  for (const first of connectors) {
    const at = labelColumn + 1 + first;
    series.push({ name: ' ', column: at, values: valuesOf(at), role: 'connector' });
  }
  return { series, columns };
}

const connectors = [0, 1, 2];

/**
 * Finds the steps that fall, and the negative totals, whose labels stand below them where the axis
 * is not near.
 */
function findBelow(steps: readonly WaterfallStep[]): Set<number> {
  const levels = steps.flatMap(({ start, end }) => [start, end]);
  const span = Math.max(...levels, 0) - Math.min(...levels, 0);
  return new Set(
    steps.flatMap(({ start, end }, at) => {
      const low = Math.min(start, end);
      return end < start && (low < 0 || low > span * 0.1) ? [at] : [];
    }),
  );
}

/** Returns the letters of a column, from 0 for A. */
export function columnName(column: number): string {
  const rest = column % 26;
  const letter = String.fromCharCode(65 + rest);
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}
