import { describe, expect, it } from 'vitest';
import { readTextPlaces } from '../testing/read-text-places.ts';
import { chartJob, column } from '../testing/sample-charts.ts';
import { type ChartJob, drawChart } from './draw-chart.ts';
import { measureText } from './measure-text.ts';

const readers = "'Inter Variable', sans-serif";
const ours = "'Source Sans 3', sans-serif";

const names = [
  'Wettbewerbsfähigkeit im Mittelstand',
  'GRUNDSTÜCK WWW MMM',
  'Operating expenditure',
  '北部地区の売上高合計',
];
const named = (from: (at: number) => number) => ({
  columns: [column('name', 'text'), column('cost', 'number', 'EUR')],
  rows: names.map((name, at) => [name, from(at)]),
});
const years = (type: ChartJob['spec']['type'], from: (at: number) => number) =>
  chartJob(
    { type, x: 'year', y: ['cost'] },
    {
      columns: [column('year', 'number'), column('cost', 'number', 'EUR')],
      rows: [2021, 2022, 2023, 2024].map((year, at) => [year, from(at)]),
    },
  );

const jobs: [string, ChartJob][] = [
  [
    'lying bars',
    chartJob(
      { x: 'name', y: ['cost'] },
      named((at) => 1_234_567.89 * (at + 1)),
    ),
  ],
  [
    'lying bars on both sides',
    chartJob(
      { x: 'name', y: ['cost'] },
      named((at) => (at % 2 ? -9_876_543.21 : 9_876_543.21)),
    ),
  ],
  [
    'names below a line',
    chartJob(
      { type: 'line', x: 'name', y: ['cost'] },
      named((at) => 1e6 + at),
    ),
  ],
  ['small values', years('line', (at) => 0.001234 + at / 10_000)],
  ['an area to the edge', years('area', (at) => 12_345_678 + at)],
  ['points', years('scatter', (at) => 123_456_789 - at)],
];

describe('no label is cut at the edge of a picture', () => {
  // CHA-10
  it.each(jobs)('of %s, in our fonts and in the widest of readers', async (_, job) => {
    for (const font of [ours, readers]) {
      for (const withTitle of [true, false]) {
        const outcome = await drawChart({ ...job, font, withTitle });
        if ('problem' in outcome) throw new Error(JSON.stringify(outcome.problem));
        const places = readTextPlaces(outcome.svg, (text, sizePx) =>
          measureText(text, { sizePx, font }),
        );
        expect(places.length).toBeGreaterThan(8);
        for (const { text, left, right, y } of places) {
          expect(left, text).toBeGreaterThanOrEqual(-1);
          expect(right, text).toBeLessThanOrEqual(641);
          expect(y, text).toBeGreaterThan(0);
        }
      }
    }
  });

  // CHA-10
  it('and a value at a bar does not reach into the names', async () => {
    const job = chartJob(
      { x: 'name', y: ['cost'] },
      named((at) => (at % 2 ? -9_876_543.21 : 1_000)),
    );
    const outcome = await drawChart({ ...job, font: readers });
    if ('problem' in outcome) throw new Error(JSON.stringify(outcome.problem));
    const places = readTextPlaces(outcome.svg, (text, sizePx) =>
      measureText(text, { sizePx, font: readers }),
    );
    const ends = places
      .filter(({ text }) => /^(?:Wett|GRUND|Oper|北)/.test(text))
      .map(({ right }) => right);
    const [value] = places.filter(({ text }) => text === '−9,876,543.21');
    expect(value?.left).toBeGreaterThan(Math.max(...ends));
  });

  // CHA-10
  it.each([
    ['bar', 12],
    ['bar', 60],
    ['line', 12],
  ] as const)(
    'and a long name below or beside a %s keeps its end, which tells it from %i others',
    async (type, count) => {
      const rows = Array.from({ length: count }, (_, at) => [
        `Keep Bavaria and raise its price there ${at}`,
        at + 1,
      ]);
      const columns = [column('name', 'text'), column('cost', 'number', 'EUR')];
      const outcome = await drawChart({
        ...chartJob({ type, x: 'name', y: ['cost'] }, { columns, rows }),
        font: readers,
      });
      if ('problem' in outcome) throw new Error(JSON.stringify(outcome.problem));
      const places = readTextPlaces(outcome.svg, (text, sizePx) =>
        measureText(text, { sizePx, font: readers }),
      );
      const shown = places.filter(({ text }) => text.startsWith('Keep'));
      expect(shown.length).toBeGreaterThanOrEqual(Math.min(count, 8));
      expect(new Set(shown.map(({ text }) => text)).size).toBe(shown.length);
      const overlapping = shown.filter(
        ({ left }, at) => left <= (shown[at - 1]?.right ?? Number.NEGATIVE_INFINITY),
      );
      if (count > 40) expect(overlapping).toEqual([]);
    },
  );
});

// CHA-10
it.each([
  ['1,234,567.89', 668],
  ['−10,000,000', 656],
  ['Wettbewerbsfähigkeit', 1_092],
  ['Operating expenditure', 1_133],
  ['GRUNDSTÜCK WWW', 1_034],
  ['12.5 Mio.', 460],
  ['little fill', 374],
])('%s is measured no narrower than DejaVu Sans has it', (text, widthPx) => {
  expect(measureText(text, { sizePx: 100, font: readers })).toBeGreaterThanOrEqual(widthPx);
});
