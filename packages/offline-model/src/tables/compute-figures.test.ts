import type { Language } from '@ecp/language/language';
import { readNumberStyle } from '@ecp/language/number-style';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameOf } from '../frame/frame-of.ts';
import type { SourceTable } from '../material/passage.ts';
import { numberFormat } from '../numbers/number-format.ts';
import { computeFigures, findWrongTotals } from './compute-figures.ts';
import type { ComputedValue } from './computed-figure.ts';
import { readTables } from './read-table.ts';
import { readShape } from './table-shape.ts';

const timeSlice = createTimeSlice(undefined);
const writerOf = (language: Language) => ({ frame: frameOf(language), format: numberFormat(language) });

async function read(lines: string[], language: Language = 'en', label = 'data.csv'): Promise<SourceTable[]> {
  const { decimalSign } = readNumberStyle(lines.join('\n'), language);
  const origin = { kind: 'source', label, location: null, language, decimalSign } as const;
  return readTables(lines, lines[0]?.startsWith('|') ? '|' : ';', { origin, heading: null }, timeSlice);
}

/** Returns the computed figures of the first table as "name = value (calculation)". */
async function compute(lines: string[], language: Language = 'en', label?: string): Promise<string[]> {
  const [table] = await read(lines, language, label);
  const shape = table?.isComplete ? await readShape(table, timeSlice) : null;
  if (!shape) return [];
  const figures = (await computeFigures(shape, writerOf(language), timeSlice)).flat();
  // The space between an amount and its currency does not break.
  const write = ({ label, value, calculation }: ComputedValue) =>
    `${label === '' ? value : `${label} ${value}`}${calculation === null ? '' : ` (${calculation})`}`;
  return figures.map(({ name, values }) => `${name} = ${values.map(write).join('; ')}`.replaceAll('\u00a0', ' '));
}

test('reads no total whose only cell with a sign can be read in two ways', async () => {
  const [table] = await read(['Tienda;Clientes', 'A;600', 'B;700', 'Total;1.300'], 'es');
  const shape = table && (await readShape(table, timeSlice));
  expect(shape?.unclear).toEqual(['Clientes']);
  expect(shape && findWrongTotals(shape, writerOf('es'))).toEqual([]);
});

test('adds up no rates per thousand', async () => {
  expect((await compute(['Town;Births', 'A;9.5 ‰', 'B;8.25 ‰'])).join()).not.toContain('sum');
});

// MOD-5
test('computes sums, shares of a whole and their ends over all rows, beside the total of the table', async () => {
  const rows = ['A;960;811;149', 'B;640;611;29', 'Total;1,600;1,422;178'];
  const figures = await compute(['Clinic;Sessions planned;Sessions held;Sessions cancelled', ...rows]);
  expect(figures).toContain('Sessions cancelled: sum = 178 (sum(149; 29))');
  expect(figures).toContain(
    'Sessions cancelled as a share of Sessions planned = 11.1% (sum(149; 29) / sum(960; 640)); highest A 15.5% (149 / 960); lowest B 4.5% (29 / 640)',
  );
});

test('reports a total that is not the sum of its rows', async () => {
  const [table] = await read(['Clinic;Held', 'A;811', 'B;611', 'Total;1,522']);
  const shape = table && (await readShape(table, timeSlice));
  expect(shape && findWrongTotals(shape, writerOf('en'))).toEqual([
    { header: 'Held', sum: '1,422', given: '1,522', calculation: 'sum(811; 611)' },
  ]);
  expect(await compute(['Clinic;Held', 'A;811', 'B;611', 'Total;1,522'])).toContain(
    'Held: sum = 1,422 (sum(811; 611))',
  );
});

test('computes the change of each row and of the total if columns are periods, and adds up no medians', async () => {
  const median = await compute([
    '| Median wait (days) | 2024 Q3 | 2025 Q4 |',
    '| North | 74 | 101 |',
    '| South | 38 | 34 |',
  ]);
  expect(median).toContain('North: change from 2024 Q3 to 2025 Q4 = +27 (101 − 74); +36.5% ((101 − 74) / 74)');
  expect(median).toContain('South: change from 2024 Q3 to 2025 Q4 = −4 (34 − 38); −10.5% ((34 − 38) / 38)');
  const costs = await compute(['| Cost item | 2024 | 2025 |', '| Gas | 40 | 30 |', '| Staff | 60 | 75.5 |']);
  expect(costs).toContain(
    'Total: change from 2024 to 2025 = +5.5 (sum(30; 75.5) − sum(40; 60)); +5.5% ((sum(30; 75.5) − sum(40; 60)) / sum(40; 60))',
  );
});

test('names the weights of means, and divides money by its quantity row by row', async () => {
  const header = 'Group;Heat 2025 (MWh);Connections;Revenue 2025 (EUR);Average price';
  const figures = await compute([header, 'Blocks;144,900;10;13,186,000;91', 'Houses;30,200;30;3,081,000;102.02']);
  expect(figures).toContain('EUR per MWh = Blocks 91.00 (13,186,000 / 144,900); Houses 102.02 (3,081,000 / 30,200)');
  expect(figures).toContain('Average price: mean = 96.51 (average(91; 102.02))');
  expect(figures).toContain(
    'Average price: mean weighted by Connections = 99.27 ((91 × 10 + 102.02 × 30) / sum(10; 30))',
  );
  expect(figures.join()).not.toContain('Average price: sum');
});

test('groups rows by words that repeat', async () => {
  const rows = ['a;North;10', 'b;South;20', 'c;North;30.5', 'd;South;39.5'];
  expect(await compute(['Id;Region;Sales', ...rows])).toContain(
    'Sales by Region = South 59.5 (sum(20; 39.5)); 59.5% (sum(20; 39.5) / sum(10; 20; 30.5; 39.5)); North 40.5 (sum(10; 30.5)); 40.5% (sum(10; 30.5) / sum(10; 20; 30.5; 39.5))',
  );
});

test.each([
  ['de', 'Ort;Umsatz (EUR)', 'A;1.234,50', 'B;2.000', 'Umsatz (EUR): Summe = 3.234,50 EUR (sum(1.234,50; 2.000))'],
  ['de', 'Ort;Stück', 'A;1.234', 'B;2.000', 'Stück: Summe = 3.234 (sum(1.234; 2.000))'],
  ['en', 'Place;Pieces', 'A;1,234', 'B;2,000', 'Pieces: sum = 3,234 (sum(1,234; 2,000))'],
  ['en', 'Place;Tons', 'A;1.234', 'B;2.5', 'Tons: sum = 3.734 (sum(1.234; 2.5))'],
  ['fr', 'Lieu;Entrées', 'A;1 234', 'B;12,5', 'Entrées : somme = 1\u202f246,5 (sum(1\u202f234; 12,5))'],
  ['es', 'Lugar;Ventas', 'A;12.345,5', 'B;-3', 'Ventas: suma = 12.342,5 (sum(12.345,5; (−3)))'],
  ['ja', '店舗;売上', '東京;1,234', '大阪;（34）', '売上：合計 = 1,200 (sum(1,234; (−34)))'],
] as const)('reads and writes the numbers of a table in %s: %s', async (language, head, one, other, expected) => {
  expect(await compute([head, one, other], language)).toContain(expected);
});

test('reads the numbers of a workbook with points, whatever the language', async () => {
  const lines = ['| Ort | Stück |', '| A | 1,234 |', '| B | 2,000 |'];
  expect(await compute(lines, 'de', 'zahlen.xlsx')).toContain('Stück: Summe = 3.234 (sum(1.234; 2.000))');
  expect(await compute(lines, 'de', 'zahlen.html')).toContain('Stück: Summe = 3,234 (sum(1,234; 2,000))');
});

test('loses no digit: thousandths, and sums beyond the integers of a double', async () => {
  expect(await compute(['Place;Tons', 'A;0.1', 'B;0.2', 'C;0.05'])).toContain('Tons: sum = 0.35 (sum(0.1; 0.2; 0.05))');
  expect(await compute(['Place;Pieces', 'A;9007199254740993', 'B;9007199254740993'])).toContain(
    'Pieces: sum = 18,014,398,509,481,986 (sum(9,007,199,254,740,993; 9,007,199,254,740,993))',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), { minLength: 2, maxLength: 40 }),
      async (cents) => {
        const show = (value: bigint) => {
          const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
          return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
        };
        const figures = await compute(['Place;Amount', ...cents.map((value, at) => `p${at};${show(value)}`)]);
        const sum =
          figures
            .find((figure) => figure.startsWith('Amount: sum'))
            ?.split(' = ')[1]
            ?.split(' (')[0] ?? '';
        expect(sum.replaceAll(',', '').replace('−', '-')).toBe(show(cents.reduce((one, other) => one + other, 0n)));
      },
    ),
  );
});

test('adds up every row of a long table, and only the rows that hold a number', async () => {
  const rows = Array.from({ length: 1_500 }, (_, at) => `p${at};${at % 2 === 0 ? 'East' : 'West'};${at}`);
  const figures = await compute(['Place;Side;Pieces', ...rows]);
  expect(figures).toContain('Pieces: sum = 1,124,250');
  const gaps = ['Place;Pieces', 'A;1', 'B;2', 'C;3', 'D;4', 'E;', 'F;5'];
  expect(await compute(gaps)).toContain('Pieces: sum = 15 (sum(1; 2; 3; 4; 5))');
});

test('computes nothing from a column in Spanish whose numbers can be read in two ways', async () => {
  const [table] = await read(['Lugar;Ventas', 'A;12.345', 'B;1.250'], 'es');
  expect(table && (await readShape(table, timeSlice))?.unclear).toEqual(['Ventas']);
});

test('computes nothing from a column that mixes notations or units, and names it', async () => {
  for (const cells of [
    ['1,234.5', '1.234,5'],
    ['€12', '$13'],
  ]) {
    const lines = ['Place;Amount;Pieces', ...cells.map((cell, at) => `p${at};${cell};${at + 3}`)];
    const [table] = await read(lines);
    expect(table && (await readShape(table, timeSlice))?.unclear).toEqual(['Amount']);
    expect((await compute(lines)).join()).not.toContain('Amount');
  }
});

test('adds up no years, prices, shares, numbers that name things, or examples', async () => {
  const lines = ['Shop;Since;Shop no.;Price;Share', 'A;2019;0017;4.50;60%', 'B;2021;0018;5.50;40%', 'C;2022;0019;6;0%'];
  expect((await compute(lines)).join('\n')).not.toMatch(/sum|Since|no\./);
});

test('fills up rows, names tables on one sheet, and refuses a table with a broken row or without a head', async () => {
  const sheet = [
    '| Sales of 2025 |',
    '| Shop | Pieces | Note |',
    '| A | 1 | new |',
    '| B | 2 |',
    '| Costs |',
    '| Item | EUR |',
    '| Rent | 5 |',
  ];
  const tables = await read(sheet);
  expect(tables.map(({ heading, rows, isComplete }) => [heading, rows, isComplete])).toEqual([
    [
      'Sales of 2025',
      [
        ['A', '1', 'new'],
        ['B', '2', ''],
      ],
      true,
    ],
    ['Costs', [['Rent', '5']], true],
  ]);
  const broken = [...Array.from({ length: 9 }, (_, at) => `p${at};${at}`), 'x;1;2'];
  expect((await read(['Place;Pieces', ...broken])).map(({ isComplete }) => isComplete)).toEqual([false]);
  expect((await read(['A;17.5', 'B;18', 'C;19'])).map(({ isComplete }) => isComplete)).toEqual([false]);
  const stacked = ['Place;Pieces;Tons', 'A;1;2', 'Item;Cost;Share', 'Rent;5;6', 'Heat;7;8'];
  expect((await read(stacked)).map(({ isComplete }) => isComplete)).toEqual([false]);
  const grouped = ['| Place | Pieces |', '| A | 1 |', '| Abroad |', '| B | 2 |', '| C | 3 |'];
  expect((await read(grouped)).map(({ isComplete }) => isComplete)).toEqual([false, false]);
  const absent = ['Place;Pieces;Tons', 'A;1;2', 'B;n/a;n/a', 'C;3;4', 'D;5;6', 'E;7;8'];
  expect(await compute(absent)).toContain('Pieces: sum = 16 (sum(1; 3; 5; 7))');
});

test('takes only whole words for the label of a total', async () => {
  const rows = ['All-inclusive;1', 'Summer;2', 'Gesamtschule;3', 'Total revenue;6'];
  expect(await compute(['Kind;Pieces', ...rows])).toContain('Pieces: sum = 6 (sum(1; 2; 3))');
});
