import { expect, test } from 'vitest';
import { toSlideChart } from './slide-charts.ts';

type Cell = string | number | null;
const chartOf = (
  spec: { type: 'bar' | 'line' | 'area' | 'scatter'; y?: string[]; title?: string },
  rows: Cell[][],
  xType: 'text' | 'number' | 'date' = 'text',
) => {
  const y = spec.y ?? ['a'];
  const columns = [
    { name: 'x', type: xType, unit: null },
    ...y.map((name) => ({ name, type: 'number' as const, unit: 'EUR' })),
  ];
  const whole = { query: 'q', x: 'x', unit: null, title: 'Chart', ...spec, y };
  return toSlideChart(whole, { columns, rows: JSON.stringify(rows) }, 'en');
};

// DCK-8
test.each([
  [
    'a few names',
    chartOf({ type: 'bar' }, [
      ['A', 1],
      ['B', 2],
    ]),
    'column',
  ],
  [
    'long names',
    chartOf({ type: 'bar' }, [
      ['The region in the north of all', 1],
      ['B', 2],
    ]),
    'bar',
  ],
  [
    'a line',
    chartOf({ type: 'line' }, [
      ['A', 1],
      ['B', 2],
    ]),
    'line',
  ],
  [
    'areas',
    chartOf({ type: 'area', y: ['a', 'b'] }, [
      ['A', 1, 2],
      ['B', 2, 3],
    ]),
    'stacked',
  ],
  [
    'a cloud',
    chartOf(
      { type: 'scatter' },
      [
        [1, 1],
        [2, 4],
      ],
      'number',
    ),
    'scatter',
  ],
])('%s is a native chart', (_, chart, type) => {
  expect(chart?.type).toBe(type);
});

// DCK-8
test('steps that add up to their last column are a waterfall', () => {
  const bridge = [
    ['2024', 100],
    ['Price', 20],
    ['Volume', -30],
    ['2025', 90],
  ];
  expect(chartOf({ type: 'bar' }, bridge)).toMatchObject({ type: 'waterfall', totals: [0, 3] });
  const sum = [
    ['Rent', 100],
    ['Pay', 20],
    ['Rest', 30],
    ['Total', 150],
  ];
  expect(chartOf({ type: 'bar' }, sum)).toMatchObject({ type: 'waterfall', totals: [3] });
  expect(
    chartOf({ type: 'bar' }, [
      ['A', 1],
      ['B', 2],
      ['C', 3],
      ['D', 6],
    ])?.type,
  ).toBe('column');
  expect(
    chartOf({ type: 'bar' }, [
      ['Rent', 100],
      ['Pay', 20],
      ['Rest', 30],
      ['Total', 140],
    ])?.type,
  ).toBe('column');
});

test('values stay at their places, days have names, and a chart without values is none', () => {
  expect(
    chartOf({ type: 'line' }, [
      ['A', 1],
      ['B', null],
      ['C', 3],
    ])?.series,
  ).toEqual([{ name: 'a', values: [1, null, 3] }]);
  const months = [
    ['2025-01-31', 1],
    ['2025-03-31', 2],
  ];
  expect(chartOf({ type: 'bar' }, months, 'date')?.categories).toEqual(['Jan 2025', 'Mar 2025']);
  expect(chartOf({ type: 'bar' }, [['A', null]])).toBeNull();
});
