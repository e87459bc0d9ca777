import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { describe, expect, it } from 'vitest';
import { groupFigures, readFigures } from './ledger.ts';

const read = (markdown: string) => readFigures(markdown, [], createTimeSlice(undefined));

describe('the figures of a document', () => {
  it.each([
    ['# A\n\nNet sales in 2024 were DKK 4,546 million.\n', ['Net sales', 'DKK', 4_546_000_000]],
    ['# A\n\n- revenue: EUR 70,214,730.66 in all.\n', ['revenue', 'EUR', 70_214_730.66]],
    [
      '# A\n\nIn the workbook the largest gap is Austria’s 13,340.\n',
      ['largest gap', null, 13_340],
    ],
    ['# A\n\nWith the same mix the gap is EUR 12.\n', ['gap, same mix', 'EUR', 12]],
    ['# A\n\nAnd the delivery limit is 40 days.\n', ['delivery limit', 'd', 40]],
    ['# A\n\nDer Umsatz betrug 4,2 Mio. €.\n', ['Umsatz', 'EUR', 4_200_000]],
    ['# A\n\n水の流れの量は40トンです。\n', ['水の流れの量', 't', 40]],
    ['# A\n\n売上高は12億円である。\n', ['売上高', 'JPY', 1_200_000_000]],
    ['# A\n\nNet income in 2024 was −3.2 million.\n', ['Net income', null, -3_200_000]],
    ['# A\n\nNet sales were EUR 4.8 million in Berlin.\n', ['Net sales, Berlin', 'EUR', 4_800_000]],
    [
      '# A\n\n| Site | Result 2024 (EUR) |\n| --- | ---: |\n| Bern | (1,250) |\n',
      ['Bern, Result', 'EUR', -1_250],
    ],
    [
      '# A\n\n| Shop | Sales (DKK thousand) |\n| --- | ---: |\n| Harbour | 8,900 |\n',
      ['Harbour, Sales', 'DKK', 8_900_000],
    ],
  ])('%s', async (markdown, expected) => {
    const figures = await read(markdown);
    expect(figures.map(({ label, unit, value }) => [label, unit, value])).toEqual([expected]);
  });

  it('have the heading above them and the worst state of their sentence', async () => {
    const markdown = '# A\n\n## Result\n\nThe margin is 12 %.[^1]\n\n[^1]: x: “12 %”\n';
    const checked = [{ claim: 'The margin is 12 %.', state: 'altered' as const }];
    const figures = await readFigures(markdown, checked, createTimeSlice(undefined));
    expect(figures).toMatchObject([
      { label: 'margin', unit: '%', value: 12, section: 'Result', state: 'altered' },
    ]);
  });

  it('have the year of their sentence, their head or their row', async () => {
    const markdown = `# A\n\nNet sales in Q3 2024 were EUR 4.8 million.\n\n| Site | Sales 2023 | Sales 2024 |\n| --- | --- | --- |
| Bern | 5 | 6 |\n\n| Year | Visits |\n| --- | --- |\n| 2021 | 900 |\n`;
    expect(
      (await read(markdown)).map(({ label, period, value }) => [label, period, value]),
    ).toEqual([
      ['Net sales', '2024-Q3', 4_800_000],
      ['Bern, Sales', '2023', 5],
      ['Bern, Sales', '2024', 6],
      ['Visits', '2021', 900],
    ]);
  });

  it.each([
    'One row is: 173.',
    'Its growth was 4 %.',
    'That is 13,340.',
    'The result is 40.',
    'Sales were 12 % higher than before.',
    'The price is EUR 12 more.',
    'From 2019 to 2024, net sales were EUR 4 million.',
    'At that EBITDA there are EUR 8.5 million.',
    'イラクは3.7年、サウジアラビアは3.0年短い国です。',
  ])('are none where a reader would name none: %s', async (text) => {
    expect(await read(`# A\n\n${text}\n`)).toEqual([]);
  });

  it('take no head for a value, no sentence for a figure, and no time of another cell', async () => {
    const table = (...rows: string[]) =>
      ['', rows[0], rows[0]?.replace(/[^|]+/g, '---'), ...rows.slice(1), ''].join('\n');
    const markdown = [
      table('| 区分 | 人口2,500万人以上の国の数 | 国 |', '| 所得が高い国 | 19 | 6 |'),
      table('| Risk | Median a year | Deadliest year |', '| Drought | 7 | 1965 |'),
      table(
        '| Offer | Price in EUR | What it holds |',
        '| Yard | 14.8 | no battery; second ferry 6 % less |',
      ),
      table('| What | Share in % |', '| Value at the end of 2031 | 25 |'),
      table('| Site | Rent |', '| Bern | EUR 4.8 million a year |'),
      table('| Site | EUR |', '| Old Site | EUR 5 |'),
    ].join('\nOr so.\n');
    expect(
      (await read(`# A\n${markdown}`)).map(({ label, period, value }) => [label, period, value]),
    ).toEqual([
      ['所得が高い国, 人口2,500万人以上の国の数', null, 19],
      ['所得が高い国, 国', null, 6],
      ['Drought, Median a year', null, 7],
      ['Yard, Price in EUR', null, 14.8],
      ['Value at the end, Share in %', '2031', 25],
      ['Bern, Rent', null, 4_800_000],
      ['Old Site, EUR', null, 5],
    ]);
  });

  it('leave out the rows of a list under one label', async () => {
    const rows = Array.from({ length: 12 }, (_, at) => `| Visits | ${at + 100} |`).join('\n');
    expect(await read(`# A\n\n| What | Count |\n| --- | --- |\n${rows}\n`)).toEqual([]);
  });

  it('leave out the running numbers of a table, not its counts', async () => {
    const table =
      '| 番号 | 確認すること | 台数 |\n| --- | --- | --- |\n| 1 | 4号車の後任 | 2 |\n| 2 | 市の予算 | 3 |\n';
    expect((await read(`# A\n\n${table}`)).map(({ label, value }) => [label, value])).toEqual([
      ['4号車の後任, 台数', 2],
      ['市の予算, 台数', 3],
    ]);
  });

  it('leave out what nothing names', async () => {
    expect(
      await read('# A\n\nSome 40 of them came, and in May 2025 another 12 left for EUR 300.\n'),
    ).toEqual([]);
  });
});

describe('one figure, one value', () => {
  const compare = async (one: string, other: string) => {
    const documents = await Promise.all(
      [one, other].map(async (text, index) => ({
        filename: `${index}.md`,
        version: 1,
        figures: await read(`# A\n\n${text}\n`),
      })),
    );
    return groupFigures(documents).map(({ label, conflict, values }) => [
      label,
      conflict,
      values.length,
    ]);
  };

  it.each([
    [
      'another value',
      'Net sales were EUR 4.8 million.',
      'The net sales were EUR 5.1 million.',
      [['Net sales', true, 2]],
    ],
    [
      'the same in another scale',
      'Net sales were EUR 4.8 million.',
      'Net sales were EUR 4,812 thousand.',
      [['Net sales', false, 2]],
    ],
    [
      'another period',
      'Net sales in 2024 were EUR 4.8 million.',
      'Net sales in 2023 were EUR 4.1 million.',
      [
        ['Net sales', false, 1],
        ['Net sales', false, 1],
      ],
    ],
    [
      'another thing',
      'Net sales were EUR 4.8 million.',
      'Gross sales were EUR 5.1 million.',
      [
        ['Net sales', false, 1],
        ['Gross sales', false, 1],
      ],
    ],
  ])('%s', async (_, one, other, expected) => {
    expect(await compare(one, other)).toEqual(expected);
  });
});
