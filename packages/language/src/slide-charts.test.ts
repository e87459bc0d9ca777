import { describe, expect, test } from 'vitest';
import {
  axisFormatOf,
  chooseFormat,
  hasStarts,
  labelledValues,
  shareOfEnds,
  waterfallSteps,
  writeInFormat,
} from './slide-charts.ts';

const make = (type: string, series: readonly (readonly (number | null)[])[]) => ({
  type,
  categories: (series[0] ?? []).map((_, at) => `C${at}`),
  series: series.map((values, at) => ({ name: `S${at}`, values })),
});
const count = (most: number) => Array.from({ length: most }, (_, at) => at);

// DKP-1
describe('charts of slides', () => {
  test.each([
    ['all', 'column', [count(30)]],
    ['none', 'column', [count(16), count(16)]],
    ['all', 'waterfall', [count(30)]],
    ['none', 'waterfall', [count(31)]],
    ['all', 'line', [count(14)]],
    ['last', 'line', [count(15)]],
    ['last', 'line', [count(3), count(3), count(3), count(3)]],
    ['none', 'line', [count(3), count(3), count(3), count(3), count(3)]],
  ] as const)('write %s values of a %s chart', (labelled, type, series) => {
    expect(labelledValues(make(type, series))).toBe(labelled);
  });

  test('name lines at their ends only where the names have room and the values are written', () => {
    const room = { widthPt: 800, size: 12 };
    const apart = [1, 20, 40, 60, 80].map((end) => [1, 2, end]);
    expect(shareOfEnds(make('line', apart.slice(0, 4)), room)).toBeGreaterThan(0);
    expect(shareOfEnds(make('line', apart), room)).toBeNull();
    expect(shareOfEnds(make('line', apart.slice(0, 4)), { ...room, widthPt: 100 })).toBeNull();
    expect(shareOfEnds(make('line', [...apart.slice(0, 2), [1, 2, 20.1]]), room)).toBeNull();
    expect(shareOfEnds(make('column', apart.slice(0, 4)), room)).toBeNull();
  });

  test('write the first values of lines that begin apart', () => {
    expect(
      hasStarts(
        make('line', [
          [1, 20],
          [10, 2],
        ]),
      ),
    ).toBe(true);
    expect(
      hasStarts(
        make('line', [
          [1, 20],
          [1.1, 2],
        ]),
      ),
    ).toBe(false);
    expect(
      hasStarts(
        make('line', [
          [null, 20],
          [10, 2],
        ]),
      ),
    ).toBe(false);
  });

  test('carry the steps of a waterfall from level to level, and start totals on the axis', () => {
    expect(waterfallSteps([100, 0.1, 0.2, null, null], new Set([0, 4]))).toEqual([
      { value: 100, isTotal: true, start: 0, end: 100 },
      { value: 0.1, isTotal: false, start: 100, end: 100.1 },
      { value: 0.2, isTotal: false, start: 100.1, end: 100.3 },
      { value: null, isTotal: false, start: 100.3, end: 100.3 },
      { value: 100.3, isTotal: true, start: 0, end: 100.3 },
    ]);
  });

  test.each([
    ['en', '%', [12.5, 3], '12.5%', '+12.5%'],
    ['de', '%', [12.5, 3], '12,5 %', '+12,5 %'],
    ['en', '€', [1_200_000, 2], '€1,200,000', '+€1,200,000'],
    ['de', '€', [1_200_000, 2], '1.200.000 €', '+1.200.000 €'],
    ['fr', 'kt', [-0.25], '−0,25', '−0,25'],
    ['ja', '¥', [1_200], '¥1,200', '+¥1,200'],
  ])(
    'write their numbers in the language %s with the unit %s',
    (language, unit, values, plain, change) => {
      const { format } = chooseFormat(values, unit, language);
      expect(writeInFormat(values[0] ?? 0, format, language)).toBe(plain);
      expect(writeInFormat(values[0] ?? 0, format, language, true)).toBe(change);
    },
  );

  test.each([
    [
      [600, 496.8, -783.216, -865],
      ['600', '497', '−783', '−865'],
    ],
    [
      [600, 496.8],
      ['600,0', '496,8'],
    ],
    [
      [63.2, 55.7, 23],
      ['63,2', '55,7', '23,0'],
    ],
    [
      [4.75, 12.5],
      ['4,75', '12,50'],
    ],
    [
      [3.2, 2.6514],
      ['3,20', '2,65'],
    ],
    [[0.03214], ['0,0321']],
    [[17_940.4], ['17.940']],
    [
      [0, 0],
      ['0', '0'],
    ],
  ])('round %j to decimals that all of them have', (values, written) => {
    const { format } = chooseFormat(values, 'T€', 'de');
    expect(values.map((value) => writeInFormat(value, format, 'de'))).toEqual(written);
  });

  test('have no decimals at the axis of large values', () => {
    expect(axisFormatOf('#,##0.00"%"', 12)).toBe('#,##0"%"');
    expect(axisFormatOf('#,##0.00"%"', 0.5)).toBe('#,##0.00"%"');
  });
});
