import { describe, expect, it } from 'vitest';
import { findNoted, verifyReport } from './note-conflict.ts';

const sources = [
  {
    id: 'att1-1',
    title: 'Annual report.pdf',
    location: 'page 4',
    text: 'Net sales in 2024 were EUR 4.8 million.',
  },
  {
    id: 'att1-2',
    title: 'Annual report.pdf',
    location: 'page 9',
    text: 'In 2023, net sales were EUR 4.1 million.',
  },
  {
    id: 'att2-1',
    title: 'ledger.csv',
    location: null,
    text: 'site,sales 2024 (EUR)\nBerlin,4655000\nHamburg,4812000\n',
  },
  {
    id: 'att3-1',
    title: 'memo.md',
    location: null,
    text: 'We sold USD 5.2 million. The shop opens in May, in Bern.',
  },
  {
    id: 'att4-1',
    title: 'letter.md',
    location: null,
    text: 'The loss was EUR (1,250) thousand. It opens in June, in Basel.',
  },
  {
    id: 'att5-1',
    title: 'zahlen.xlsx',
    location: 'sheet Absatz (T€)',
    text: '| Gruppe | 2023 | 2024 |\n| Nord | 2415 | 2560 |\n| Summe | 5120 | 5275 |',
  },
  {
    id: 'att5-2',
    title: 'zahlen.xlsx',
    location: 'sheet Tarife',
    text: '| Gültig ab | Fahrer (EUR je Stunde) |\n| 01.01.2024 | 41 |\n| 01.01.2025 | 43 |',
  },
  {
    id: 'att6-1',
    title: 'bericht.pdf',
    location: 'page 2',
    text: 'Ein Fahrer kostet 38 € je Stunde. Die Touren brachten 2024 rund 5,4 Mio. €.',
  },
];
const value = (one: number | string, text: string, filename: string, place?: string) => ({
  value: one,
  text,
  filename,
  ...(place !== undefined && { place }),
});
const report = value(4.8, 'Net sales in 2024 were EUR 4.8 million', 'annual report.PDF');
const berlin = value(4_655_000, 'Berlin,4655000', 'ledger.csv', 'row Berlin');
const verify = (...values: ReturnType<typeof value>[]) => verifyReport(values, sources);

describe('a report of a conflict', () => {
  // CON-5
  it('has its values in full, with the part of the source that holds the words', async () => {
    expect(await verify(report, berlin)).toEqual([
      {
        value: 4_800_000,
        text: report.text,
        filename: 'Annual report.pdf',
        place: 'page 4',
        sourceId: 'att1-1',
      },
      {
        value: 4_655_000,
        text: berlin.text,
        filename: 'ledger.csv',
        place: 'row Berlin',
        sourceId: 'att2-1',
      },
    ]);
  });

  // CON-5
  it('may be about words', async () => {
    const noted = await verify(
      value('May', 'opens in May', 'memo.md'),
      value('June', 'opens in June', 'letter.md'),
    );
    expect(noted).toMatchObject([{ value: 'May' }, { value: 'June' }]);
  });

  // CON-5
  it.each(['5.275 T€', '5,275 T€', '5275', 5275, '5.275'])(
    'takes %s, with the unit of its sheet',
    async (given) => {
      const total = value(given, '| Summe | 5120 | 5275 |', 'zahlen.xlsx', 'sheet Absatz (T€)');
      const other = value('5,4 Mio. €', 'Die Touren brachten 2024 rund 5,4 Mio. €.', 'bericht.pdf');
      expect(await verify(total, other)).toMatchObject([
        { value: 5_275_000 },
        { value: 5_400_000 },
      ]);
    },
  );

  // CON-5
  it('may have values of two periods, each of which differs from a third', async () => {
    const report = value(38, 'Ein Fahrer kostet 38 € je Stunde', 'bericht.pdf');
    const rates = [
      value(41, '| 01.01.2024 | 41 |', 'zahlen.xlsx'),
      value('43', '| 01.01.2025 | 43 |', 'zahlen.xlsx'),
    ];
    expect(await verify(report, ...rates)).toMatchObject([
      { value: 38 },
      { value: 41 },
      { value: 43 },
    ]);
    expect(await verify(...rates)).toContain('are of different periods: 2024-01-01 and 2025-01-01');
  });

  // CON-5
  it('keeps the sign of a value', async () => {
    const loss = value(-1_250_000, 'The loss was EUR (1,250) thousand', 'letter.md');
    expect(await verify(report, loss)).toMatchObject([{}, { value: -1_250_000 }]);
  });

  // CON-5
  it.each([
    [
      'a source that is not there',
      value(5, 'Net sales', 'other.pdf'),
      'There is no source “other.pdf”',
    ],
    [
      'words that are not there',
      value(5, 'Net sales were EUR 5 million', 'memo.md'),
      'do not stand in memo.md',
    ],
    [
      'a value that the words do not give',
      value(7, 'We sold USD 5.2 million', 'memo.md'),
      'do not give the value 7',
    ],
    [
      'another unit',
      value(5.2, 'We sold USD 5.2 million', 'memo.md'),
      'have different units: EUR and USD',
    ],
    [
      'another period',
      value(4.1, 'In 2023, net sales were EUR 4.1 million', 'Annual report.pdf'),
      'are of different periods: 2024 and 2023',
    ],
    [
      'a rounding',
      value(4_812_000, 'Hamburg,4812000', 'ledger.csv'),
      'are the same, rounding and scale apart',
    ],
  ])('is refused for %s, and says so', async (_, other, reason) => {
    const refused = await verify(report, other);
    expect(refused).toContain(reason);
    expect(refused).toMatch(/nothing was noted\.$/i);
  });
});

// CON-5
it('of the same sources and thing is noted once, whatever its words', () => {
  const one = (value: number, filename: string) => ({
    value,
    filename,
    text: `${value}`,
    place: null,
  });
  const sales = [one(4_800_000, 'Annual report.pdf'), one(4_655_000, 'ledger.csv')];
  const known = [
    { id: 'a', kind: 'sources' as const, about: 'Net sales 2024', values: sales, settlement: null },
  ];
  const noted = (about: string, values = sales) => findNoted(known, { about, values })?.id;
  expect(noted('Revenue of 2024, all sites')).toBe('a');
  expect(
    noted('2024, net sales', [one(4_800_000, 'annual report.pdf'), one(4_812_000, 'ledger.csv')]),
  ).toBe('a');
  expect(
    noted('Net sales 2023', [one(4_100_000, 'Annual report.pdf'), one(4_000_000, 'ledger.csv')]),
  ).toBeUndefined();
  expect(
    noted('Net sales 2024', [one(4_800_000, 'Annual report.pdf'), one(5, 'memo.md')]),
  ).toBeUndefined();
});
