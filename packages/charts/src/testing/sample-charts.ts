import type { ChartColumn, ChartResult } from '../drawing/chart-data.ts';
import type { ChartJob } from '../drawing/draw-chart.ts';
import type { ChartSpec } from '../reading/chart-spec.ts';

export function column(
  name: string,
  type: ChartColumn['type'],
  unit: string | null = null,
): ChartColumn {
  return { name, type, unit };
}

/** Five years of sales. */
export const salesResult: ChartResult = {
  columns: [column('year', 'number'), column('sales', 'number', 'DKK m')],
  rows: [
    [2019, 3_890],
    [2020, 3_410.5],
    [2021, 4_120],
    [2022, 4_655],
    [2023, 4_812],
  ],
};

/** A chart of the sales, or of another result. */
export function chartJob(
  spec: Partial<ChartSpec> = {},
  result: ChartResult = salesResult,
  change: Partial<ChartJob> = {},
): ChartJob {
  return {
    spec: {
      query: 'q1',
      type: 'bar',
      x: 'year',
      y: ['sales'],
      title: 'Sales grew',
      unit: null,
      ...spec,
    },
    result,
    query: {
      id: 'q1',
      title: 'Sales by year',
      sql: 'select year, sales from accounts',
      resultHash: 'ab12',
    },
    theme: 'light',
    font: "'Source Sans 3', sans-serif",
    locale: 'en',
    withTitle: true,
    ...change,
  };
}
