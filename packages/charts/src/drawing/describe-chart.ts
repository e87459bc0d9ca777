import type { ChartType } from '../reading/chart-spec.ts';
import type { ChartData } from './chart-data.ts';
import { namePlaces } from './chart-labels.ts';
import type { NumberWords } from './number-words.ts';

const kinds: Record<ChartType, string> = {
  bar: 'Bar chart',
  line: 'Line chart',
  area: 'Area chart',
  scatter: 'Scatter chart',
};

/** Most values in a description; a listener could not follow more. */
const maxDescribed = 60;

/**
 * Says in words what a chart shows, for readers who do not see it: its kind, its axis, and each series with its values.
 */
export function describeChart(data: ChartData, type: ChartType, xTitle: string, words: NumberWords): string {
  const names = namePlaces(data, words);
  const described = data.points.slice(0, maxDescribed);
  const unit = data.unit === null ? '' : ` (${data.unit})`;
  const series = data.series.map((name, index) => {
    const values = described.filter((point) => point.series === index);
    const list = values.map(({ place, value }) => `${names[place] ?? ''}: ${words.value(value)}`).join('; ');
    return `${name}${unit}: ${list || 'no values'}.`;
  });
  const left = data.points.length - described.length;
  const rest = left > 0 ? ` ${left} more values are not listed.` : '';
  return `${kinds[type]} by ${xTitle}. ${series.join(' ')}${rest}`;
}
