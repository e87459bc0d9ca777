import { type ChartData, selectChartData } from '@ecp/charts/drawing/chart-data';
import { createNumberWords, namePlaces } from '@ecp/charts/drawing/number-words';
import type { ChartSpec } from '@ecp/charts/reading/chart-spec';
import type { SlideChart } from '@ecp/documents/deck/deck-types';
import { bridgeName, totalName } from '@ecp/language/slide-heads';
import type { StoredResult } from '../../material/tables/recorded-queries.ts';

/** Most values of a chart on a slide, beyond which nobody can read or edit it. */
const mostValues = 400;

/**
 * Turns a chart of a document with its query's result into a chart of a slide; null if it has no
 * values to show.
 */
export function toSlideChart(
  spec: ChartSpec,
  { columns, rows }: StoredResult,
  language: string,
): SlideChart | null {
  const data = selectChartData(spec, {
    columns,
    rows: JSON.parse(rows) as (string | number | boolean | null)[][],
  });
  if ('code' in data || data.points.length > mostValues) return null;
  return spec.type === 'scatter' && data.positions === 'numbers'
    ? toScatter(spec, data)
    : toCategories(spec, data, language);
}

function toScatter(spec: ChartSpec, { places, points, unit }: ChartData): SlideChart {
  const own = points.filter(({ series }) => series === 0);
  return {
    type: 'scatter',
    categories: [],
    series: [
      { name: spec.x, values: own.map(({ place }) => Number(places[place])) },
      { name: spec.y[0] ?? '', values: own.map(({ value }) => value) },
    ],
    unit,
  };
}

function toCategories(spec: ChartSpec, data: ChartData, language: string): SlideChart {
  const categories = namePlaces(data, createNumberWords(language));
  const series = data.series.map((name, index) => {
    const values = data.places.map((): number | null => null);
    for (const { place, series: of, value } of data.points) if (of === index) values[place] = value;
    return { name, values };
  });
  const chart = { categories, series, unit: data.unit };
  const totals = spec.type === 'bar' ? findTotals(spec, categories, series) : null;
  if (totals) return { ...chart, type: 'waterfall', totals };
  if (spec.type === 'area') return { ...chart, type: series.length > 1 ? 'stacked' : 'line' };
  if (spec.type === 'line') return { ...chart, type: 'line' };
  const isTime = data.xType === 'date' || categories.every((name) => /^(?:19|20)\d\d\b/.test(name));
  const areLong = categories.length > 12 || categories.some((name) => name.length > 22);
  return { ...chart, type: areLong && !isTime ? 'bar' : 'column' };
}

/**
 * Relative difference up to which a last value counts as the sum of those before: results are
 * rounded.
 */
const tolerance = 0.005;

/**
 * Finds the columns of a waterfall that are totals: the last one where it is the sum of the steps
 * before it and is named so, also the first where the steps lead from one value to another. Null
 * for other charts.
 */
function findTotals(
  { title }: ChartSpec,
  categories: readonly string[],
  series: readonly { values: (number | null)[] }[],
): number[] | null {
  const [only, ...others] = series;
  const values = only?.values ?? [];
  if (others.length > 0 || values.length < 4 || values.some((value) => value === null)) return null;
  const numbers = values.map(Number);
  const last = numbers.length - 1;
  const end = numbers[last] ?? 0;
  const sum = numbers.slice(0, last).reduce((total, value) => total + value, 0);
  if (end === 0 || Math.abs(sum - end) > Math.abs(end) * tolerance) return null;
  const saysSo = bridgeName.test(title) || totalName.test(categories[last] ?? '');
  const leads = numbers.slice(1, last).some((value) => value < 0);
  if (!saysSo && !leads) return null;
  const year = /(?:19|20)\d\d/;
  const opens =
    leads && (numbers[0] ?? 0) > 0 && (year.test(categories[0] ?? '') || bridgeName.test(title));
  return opens ? [0, last] : [last];
}
