import type { Slide } from '@ecp/contract/work/slides';
import { labelledValues, shareOfEnds, waterfallSteps } from '@ecp/language/slide-charts';
import { breakLines, measureText } from '@ecp/language/text-lines';
import { scaleBand, scaleLinear } from '@visx/scale';

export type Chart = NonNullable<Slide['chart']>;

/** A rectangle in points of a slide. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A bar of a chart, with the place of its value on the scale. */
export interface Bar extends Box {
  series: number;
  category: number;
  value: number;
}

/** Size of the words in charts, in points. */
export const axisSize = 12;
const tickCount = 5;

/** Returns about the width of words in a chart. */
export const widthOf = (text: string): number => (measureText(text) * axisSize) / 1_000;
const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(widthOf));

/** Whether lines are named at their ends in a chart of that width. */
export const hasNamesAtEnds = (chart: Chart, width: number): boolean =>
  shareOfEnds(chart, { widthPt: width, size: axisSize }) !== null;

/** The steps of a waterfall. */
export const stepsOf = ({ series, totals }: Chart) =>
  waterfallSteps(series[0]?.values ?? [], new Set(totals));

/**
 * The lowest and highest value that a chart of categories shows; 0 is among them unless it shows
 * lines.
 */
export function valueRange(chart: Chart): [low: number, high: number] {
  const values = shownValues(chart);
  if (values.length === 0) return [0, 1];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return [Math.min(0, low), Math.max(0, high)];
}

function shownValues(chart: Chart): number[] {
  const { type, series, categories } = chart;
  if (type === 'waterfall') return stepsOf(chart).flatMap(({ start, end }) => [start, end]);
  if (type !== 'stacked') return series.flatMap(({ values }) => values.filter(isNumber));
  return categories.flatMap((_, at) => {
    const parts = series.map(({ values }) => values[at]).filter(isNumber);
    const sum = (isPart: (part: number) => boolean) =>
      parts.filter(isPart).reduce((all, part) => all + part, 0);
    return [sum((part) => part > 0), sum((part) => part < 0)];
  });
}

export const isNumber = (value: number | null | undefined): value is number =>
  typeof value === 'number';

/** The area, the scales and the ticks of a chart over categories. */
export interface CategoryPlot {
  area: Box;
  isAcross: boolean;
  /** Where the names of categories end, beside the area of bars that run across. */
  nameEnd: number;
  value: (value: number) => number;
  ticks: readonly number[];
  /** The beginning of a category along its axis. */
  category: (at: number) => number;
  band: number;
}

const gaps: Partial<Record<Chart['type'], number>> = { waterfall: 0.29, stacked: 0.355, line: 0.5 };

/** Lays out a chart over categories in that room. Bars run across, all others rise. */
export function layOutCategories(
  chart: Chart,
  room: Box,
  format: (value: number) => string,
): CategoryPlot {
  const { type, categories, series } = chart;
  const isAcross = type === 'bar';
  const hasAxis = labelledValues(chart) !== 'all';
  const [low, high] = valueRange(chart);
  const first = scaleLinear<number>({
    domain: [low, high === low ? low + 1 : high],
    nice: tickCount,
  });
  const ticks = hasAxis ? first.ticks(tickCount) : [];
  const longestValue = widest(first.ticks(tickCount).map(format));
  const longestName = Math.min(widest(categories) + 16, room.width * 0.38);
  const isAtEnd = type === 'line' && series.length > 1;
  const left = isAcross
    ? longestName + (low < 0 ? longestValue : 0)
    : hasAxis
      ? longestValue + 8
      : 0;
  const names = hasNamesAtEnds(chart, room.width) ? widest(series.map(({ name }) => name)) + 12 : 0;
  const right = isAcross || isAtEnd ? longestValue + names + 12 : 2;
  const foot = isAcross ? (hasAxis ? 20 : 2) : 38;
  const head = isAcross ? 2 : 18;
  const area = {
    x: room.x + left,
    y: room.y + head,
    width: Math.max(1, room.width - left - right),
    height: Math.max(1, room.height - head - foot),
  };
  const range: [number, number] = isAcross
    ? [area.x, area.x + area.width]
    : [area.y + area.height, area.y];
  const value = first.copy().range(range);
  const along: [number, number] = isAcross
    ? [area.y, area.y + area.height]
    : [area.x, area.x + area.width];
  const padding = gaps[type] ?? (series.length > 1 ? 0.29 : 0.355);
  const bands = scaleBand<number>({
    domain: categories.map((_, at) => at),
    range: along,
    paddingInner: padding,
    paddingOuter: padding / 2,
  });
  const nameEnd = room.x + longestName - 6;
  return {
    area,
    isAcross,
    nameEnd,
    value,
    ticks,
    category: (at) => bands(at) ?? along[0],
    band: bands.bandwidth(),
  };
}

/** The bars of a chart: beside each other, on each other, or as steps. */
export function layOutBars(chart: Chart, plot: CategoryPlot): Bar[] {
  if (chart.type === 'waterfall') {
    return stepsOf(chart).flatMap(({ value, start, end }, category) =>
      value === null
        ? []
        : [
            {
              series: 0,
              category,
              value,
              ...placeBar(plot, category, { from: start, to: end, at: 0, of: 1 }),
            },
          ],
    );
  }
  const isStacked = chart.type === 'stacked';
  const reached = chart.categories.map(() => ({ up: 0, down: 0 }));
  return chart.series.flatMap(({ values }, series) =>
    values.flatMap((value, category) => {
      const level = reached[category];
      if (!isNumber(value) || !level) return [];
      const side = value < 0 ? 'down' : 'up';
      const from = isStacked ? level[side] : 0;
      level[side] += value;
      const beside = isStacked ? { at: 0, of: 1 } : { at: series, of: chart.series.length };
      return [
        {
          series,
          category,
          value,
          ...placeBar(plot, category, { from, to: from + value, ...beside }),
        },
      ];
    }),
  );
}

interface BarPlace {
  from: number;
  to: number;
  /** Place among the bars of a category. */
  at: number;
  of: number;
}

function placeBar(plot: CategoryPlot, category: number, { from, to, at, of }: BarPlace): Box {
  const thickness = plot.band / of;
  const along = plot.category(category) + at * thickness;
  const [one, other] = [plot.value(from), plot.value(to)].sort((a, b) => a - b) as [number, number];
  return plot.isAcross
    ? { x: one, width: other - one, y: along, height: thickness }
    : { x: along, width: thickness, y: one, height: other - one };
}

/**
 * Breaks a name into at most that many lines of that width; what is too long ends with an ellipsis.
 */
export function breakName(name: string, width: number, maxLines: number): string[] {
  const lines = breakLines(name, { size: axisSize }, width).map((line) => line.trim());
  if (lines.length <= maxLines) return lines;
  const last = [...(lines[maxLines - 1] ?? '')];
  while (last.length > 0 && widthOf(`${last.join('')}…`) > width) last.pop();
  return [...lines.slice(0, maxLines - 1), `${last.join('').trimEnd()}…`];
}

/** Returns the step from one category whose name has room to the next. */
export const nameStep = (count: number, width: number): number =>
  Math.max(1, Math.ceil((count * 30) / width));

/** Lays out a scatter chart; null without two series. */
export function layOutScatter(
  { series, categories }: Chart,
  room: Box,
  format: (value: number) => string,
) {
  const [across, up] = series;
  if (!across || !up) return null;
  const points = across.values.flatMap((x, at) => {
    const y = up.values[at];
    return isNumber(x) && isNumber(y) ? [{ x, y, name: categories[at] ?? '' }] : [];
  });
  const scaleOf = (values: number[]) => {
    const [low, high] = values.length > 0 ? [Math.min(...values), Math.max(...values)] : [0, 1];
    return scaleLinear<number>({
      domain: low === high ? [low - 1, high + 1] : [low, high],
      nice: tickCount,
    });
  };
  const [x, y] = [scaleOf(points.map((point) => point.x)), scaleOf(points.map((point) => point.y))];
  const left = widest(y.ticks(tickCount).map(format)) + 26;
  const area = {
    x: room.x + left,
    y: room.y + 8,
    width: room.width - left - 60,
    height: room.height - 50,
  };
  x.range([area.x, area.x + area.width]);
  y.range([area.y + area.height, area.y]);
  return {
    area,
    points,
    x,
    y,
    xTitle: across.name,
    yTitle: up.name,
    xTicks: x.ticks(tickCount),
    yTicks: y.ticks(tickCount),
  };
}
