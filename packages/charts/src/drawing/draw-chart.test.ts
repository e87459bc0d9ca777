import { describe, expect, it } from 'vitest';
import { readMarks, readPicture, readTexts } from '../testing/read-picture.ts';
import { chartJob, column, salesResult } from '../testing/sample-charts.ts';
import type { ChartResult } from './chart-data.ts';
import { chartColors } from './chart-theme.ts';
import { type ChartJob, drawChart } from './draw-chart.ts';

async function draw(job: ChartJob): Promise<string> {
  const outcome = await drawChart(job);
  if ('problem' in outcome) throw new Error(JSON.stringify(outcome.problem));
  return outcome.svg;
}

/** The ends of a bar's path, as Vega writes it: `M1,145h72v77h-72Z` with rounded corners. */
const heights = (svg: string) =>
  readMarks(svg, 'rect').map(({ attributes }) =>
    Math.max(
      ...[...(attributes['d'] ?? '').matchAll(/v(-?[\d.]+)/g)].map(([, v]) => Math.abs(Number(v))),
    ),
  );

const series = (...names: string[]): ChartResult => ({
  columns: [column('quarter', 'text'), ...names.map((name) => column(name, 'number'))],
  rows: ['Q1', 'Q2', 'Q3'].map((quarter, row) => [
    quarter,
    ...names.map((_, index) => 10 * (index + 1) + row),
  ]),
});

describe('a bar chart', () => {
  // CHA-6
  it('has a bar for each row, in the order of the query and as high as its value', async () => {
    const result = {
      ...salesResult,
      rows: [
        [2023, 4_000],
        [2019, 1_000],
        [2021, 2_000],
      ],
    };
    const svg = await draw(chartJob({}, result));
    const [first = 0, second = 0, third = 0] = heights(svg);
    expect(heights(svg)).toHaveLength(3);
    expect(first / second).toBeCloseTo(4, 1);
    expect(third / second).toBeCloseTo(2, 1);
    expect(readTexts(svg).filter((text) => /^20\d\d$/.test(text))).toEqual([
      '2023',
      '2019',
      '2021',
    ]);
  });

  // CHA-6
  it('shows title, name and unit of the values, name of the places, and the values themselves', async () => {
    const texts = readTexts(await draw(chartJob()));
    expect(texts).toEqual(
      expect.arrayContaining(['Sales grew', 'sales (DKK m)', 'year', '2019', '3,410.5', '4,812']),
    );
  });

  it('gives each row its own bar where names repeat', async () => {
    const result = {
      columns: [column('port', 'text'), column('calls', 'number')],
      rows: [
        ['Other', 3],
        ['Other', 5],
      ],
    };
    const svg = await draw(chartJob({ x: 'port', y: ['calls'] }, result));
    expect(heights(svg)).toHaveLength(2);
    expect(readTexts(svg).filter((text) => text === 'Other')).toHaveLength(2);
  });

  it('lays bars with long names', async () => {
    const rows = [
      'Coastal passenger transport',
      'Maintenance of vessels and quays',
      'On-board retail',
      'Charter',
      'Other',
    ].map((name, index) => [name, 100 - 40 * index]);
    const result = {
      columns: [column('segment', 'text'), column('revenue', 'number', 'EUR')],
      rows,
    };
    const svg = await draw(chartJob({ x: 'segment', y: ['revenue'] }, result));
    expect(readTexts(svg)).toEqual(
      expect.arrayContaining(['Maintenance of vessels and quays', 'revenue (EUR)', '−60']),
    );
    expect(svg).not.toContain('rotate(-40)');
  });
});

describe('several series', () => {
  // CHA-8
  it('have a legend and differ in colour; a single one has none', async () => {
    const spec = { x: 'quarter', y: ['passengers', 'freight_tons'] };
    const svg = await draw(chartJob(spec, series('passengers', 'freight_tons')));
    expect(readTexts(svg)).toEqual(expect.arrayContaining(['passengers', 'freight tons']));
    const colors = new Set(readMarks(svg, 'rect').map(({ attributes }) => attributes['fill']));
    expect([...colors]).toEqual(chartColors.light.series.slice(0, 2));
    expect(await draw(chartJob())).not.toContain('role-legend');
  });

  // CHA-8
  it('of a line chart differ in dashes and shapes too', async () => {
    const svg = await draw(
      chartJob({ type: 'line', x: 'quarter', y: ['a', 'b', 'c'] }, series('a', 'b', 'c')),
    );
    const dashes = [...svg.matchAll(/role-mark[^"]*layer_0_marks".*?<\/g>/gs)].flatMap(([group]) =>
      [...group.matchAll(/stroke-dasharray="([^"]+)"/g)].map(([, dash]) => dash),
    );
    expect(new Set(dashes).size).toBe(3);
    const shapes = new Set(
      [...svg.matchAll(/class="mark-symbol role-mark[^>]*>.*?d="([^"]+)"/gs)].map(
        ([, path]) => path,
      ),
    );
    expect(shapes.size).toBe(3);
  });
});

describe('a line', () => {
  // CHA-6
  it('breaks where a value is missing', async () => {
    const rows = [
      [2019, 1],
      [2020, 2],
      [2021, null],
      [2022, 3],
      [2023, 4],
    ];
    const svg = await draw(chartJob({ type: 'line' }, { ...salesResult, rows }));
    const [line] = readMarks(svg, 'line');
    expect(line?.attributes['d']?.match(/M/g)).toHaveLength(2);
  });

  it('lies at days in the words of the language', async () => {
    const rows = Array.from({ length: 8 }, (_, month) => [`2024-0${month + 1}-01`, month]);
    const result = { columns: [column('Monat', 'date'), column('Wert', 'number')], rows };
    const svg = await draw(
      chartJob({ type: 'line', x: 'Monat', y: ['Wert'] }, result, { locale: 'de-DE' }),
    );
    expect(readTexts(svg)).toEqual(expect.arrayContaining(['2024', 'März', 'Mai']));
  });

  // TAB-35
  it('lies at points in time of one day', async () => {
    const rows = [8, 12, 16, 20].map((hour) => [
      `2024-01-31 ${String(hour).padStart(2, '0')}:30:00`,
      hour,
    ]);
    const result = { columns: [column('at', 'date'), column('n', 'number')], rows };
    const svg = await draw(chartJob({ type: 'line', x: 'at', y: ['n'] }, result));
    const [line] = readMarks(svg, 'line');
    expect(line?.attributes['d']?.match(/[ML]/g)).toHaveLength(rows.length);
  });
});

describe('numbers', () => {
  const result = (value: number) => ({
    columns: [column('x', 'text'), column('y', 'number')],
    rows: [
      ['a', value],
      ['b', value / 3],
    ],
  });

  it.each([
    ['en', '1,234.5'],
    ['de', '1.234,5'],
    ['da', '1.234,5'],
    ['ja', '1,234.5'],
    ['no such language', '1,234.5'],
  ])('are written as %s writes them', async (locale, written) => {
    expect(
      readTexts(await draw(chartJob({ x: 'x', y: ['y'] }, result(1_234.5), { locale }))),
    ).toContain(written);
  });

  it.each([
    ['en', null, '10M'],
    ['en', 'EUR', '10M'],
    ['de', 'EUR', /^10\sMio\.$/u],
    ['ja', null, '1,000万'],
    ['en', 'EUR 000', '10,000,000'],
    ['en', '百万円', '10,000,000'],
  ])(
    'of millions are shortened in %s only if their unit %s does not count already',
    async (locale, unit, label) => {
      const texts = readTexts(
        await draw(chartJob({ x: 'x', y: ['y'], unit }, result(12e6), { locale })),
      );
      expect(texts).toContainEqual(
        typeof label === 'string' ? label : expect.stringMatching(label),
      );
    },
  );

  it('have no percent sign where a column of percent has shares of 1', async () => {
    const shares = {
      columns: [column('x', 'text'), column('y', 'number', '%')],
      rows: [['a', 0.12]],
    };
    expect(readTexts(await draw(chartJob({ x: 'x', y: ['y'] }, shares)))).toContain('y');
    const percents = { ...shares, rows: [['a', 12.5]] };
    expect(readTexts(await draw(chartJob({ x: 'x', y: ['y'] }, percents)))).toContain('y (%)');
  });
});

describe('a chart that cannot be drawn', () => {
  const many = Array.from({ length: 1_001 }, (_, index) => [index, index]);
  it.each([
    [{ x: 'month' }, salesResult, { code: 'no_column', column: 'month' }],
    [{ y: ['profit'] }, salesResult, { code: 'no_column', column: 'profit' }],
    [
      { x: 'sales', y: ['name'] },
      { columns: [column('sales', 'number'), column('name', 'text')], rows: [[1, 'a']] },
      { code: 'not_a_number', column: 'name' },
    ],
    [{}, { ...salesResult, rows: [] }, { code: 'no_values' }],
    [
      {},
      {
        ...salesResult,
        rows: [
          [2020, null],
          [null, 3],
        ],
      },
      { code: 'no_values' },
    ],
    [{}, { ...salesResult, rows: many }, { code: 'too_many_values' }],
    [
      { type: 'line' as const },
      {
        ...salesResult,
        rows: [
          [2020, 1],
          [2020, 2],
        ],
      },
      { code: 'repeated_place' },
    ],
  ])('says why: %j', async (spec, result, problem) => {
    expect(await drawChart(chartJob(spec, result))).toEqual({ problem });
  });
});

describe('the picture', () => {
  // CHA-9
  it('is named and described in words, and has its query with it', async () => {
    const [svg, title, description, metadata] = readPicture(await draw(chartJob()));
    expect(svg?.attributes).toMatchObject({
      role: 'img',
      'aria-labelledby': 'chart-title chart-desc',
      width: '640',
    });
    expect(title).toMatchObject({ name: 'title', text: 'Sales grew' });
    expect(description?.text).toBe(
      'Bar chart by year. sales (DKK m): 2019: 3,890; 2020: 3,410.5; 2021: 4,120; 2022: 4,655; 2023: 4,812.',
    );
    const [, , inJapanese] = readPicture(await draw({ ...chartJob(), locale: 'ja-JP' }));
    expect(inJapanese?.text).toBe(
      'year別の棒グラフ。sales (DKK m)：2019 3,890、2020 3,410.5、2021 4,120、2022 4,655、2023 4,812。',
    );
    expect(JSON.parse(metadata?.text ?? '')).toEqual({
      query: {
        id: 'q1',
        title: 'Sales by year',
        sql: 'select year, sales from accounts',
        resultHash: 'ab12',
      },
    });
  });

  // CHA-8
  it('has the colours of one theme, or of both', async () => {
    const { light, dark } = chartColors;
    expect(await draw(chartJob({}, salesResult, { theme: 'dark' }))).toContain(
      `fill="${dark.series[0]}"`,
    );
    const both = await draw(chartJob({}, salesResult, { theme: 'auto' }));
    expect(both).toContain(`fill="${light.series[0]}"`);
    expect(both).toContain(
      `@media (prefers-color-scheme:dark){[fill="${light.ink}"]{fill:${dark.ink}}`,
    );
    expect(await draw(chartJob({}, salesResult, { theme: 'print' }))).not.toContain('<style>');
  });

  it('may leave its title to the page', async () => {
    const texts = readTexts(await draw(chartJob({}, salesResult, { withTitle: false })));
    expect(texts).not.toContain('Sales grew');
    expect(texts).toContain('sales (DKK m)');
  });

  it('is printed in the font of its script', async () => {
    const svg = await draw(chartJob({ title: '売上高' }, salesResult, { theme: 'print' }));
    expect(svg).toContain(`font-family="'Noto Sans S Chinese', 'Source Sans 3'`);
  });

  it('is the same each time', async () => {
    expect(await draw(chartJob())).toBe(await draw(chartJob()));
  });
});
