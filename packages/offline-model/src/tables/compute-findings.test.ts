import { expect, test } from 'vitest';
import type { SourceTable } from '../evidence/passage.ts';
import { computeFindings } from './compute-findings.ts';
import { readCellNumber } from './read-number.ts';

const textsOf = (table: SourceTable) => computeFindings(table).map(({ text }) => text);

function makeTable(name: string, header: string[], rows: string[][]): SourceTable {
  const origin = { kind: 'source', label: 'book.xlsx', location: `sheet ${name}` } as const;
  return { origin, heading: null, header, rows, stems: [] };
}

test.each([
  ['1,234', 1234],
  ['€18,000', 18_000],
  ['1.234,50', 1234.5],
  ['12.5 %', 12.5],
  ['−3', -3],
  ['5.80', 5.8],
  ['100 to 140', null],
  ['2025 Q4', null],
  ['', null],
])('the cell %s is read as %s', (cell, value) => expect(readCellNumber(cell)).toBe(value));

test('computes the change of each row if columns are periods, and adds up no medians', () => {
  const rows = [
    ['North', '74', '101'],
    ['South', '38', '34'],
    ['West', '44', '48'],
  ];
  expect(textsOf(makeTable('Median wait (days)', ['Region', '2024 Q3', '2025 Q4'], rows))).toEqual([
    'Computed: change from 2024 Q3 to 2025 Q4: North 74 to 101 (+36.5 %); South 38 to 34 (−10.5 %); West 44 to 48 (+9.1 %).',
    'Computed: 2025 Q4: largest North 101, smallest South 34.',
  ]);
});

// MOD-5
test('checks a total against its rows, and computes parts as shares of the whole', () => {
  const header = ['Clinic', 'Sessions planned', 'Sessions held', 'Sessions cancelled'];
  const rows = [
    ['A', '960', '811', '149'],
    ['B', '640', '611', '29'],
  ];
  const right = textsOf(makeTable('Clinics', header, [...rows, ['Total', '1,600', '1,422', '178']]));
  expect(right).toContain('Computed: the 2 rows add up to the total in every column that can be added.');
  expect(right[0]).toBe(
    'Computed: Sessions cancelled as a share of Sessions planned: 11.1 % over all rows; highest A 15.5 %, lowest B 4.5 %.',
  );
  const wrong = textsOf(makeTable('Clinics', header, [...rows, ['Total', '1,600', '1,422', '187']]));
  expect(wrong).toContain(
    'Computed: the rows do not add up to the total that the table gives: Sessions cancelled 178, where the total says 187.',
  );
});

test('adds up amounts without a total but no prices, and divides money by its quantity', () => {
  const header = ['Group', 'Heat 2025 (MWh)', 'Revenue 2025 (EUR)', 'Average price'];
  const rows = [
    ['Blocks', '144,900', '13,186,000', '91'],
    ['Houses', '30,200', '3,081,000', '102.02'],
  ];
  const findings = textsOf(makeTable('Sales', header, rows));
  expect(findings[0]).toBe('Computed: sum of the 2 rows: Heat 2025 (MWh) 175,100; Revenue 2025 (EUR) 16,267,000.');
  expect(findings[1]).toBe('Computed: Revenue 2025 in EUR per MWh: Blocks 91.00; Houses 102.02.');
});

test('a table without numbers gives no findings', () => {
  expect(
    textsOf(
      makeTable(
        'x',
        ['a', 'b'],
        [
          ['c', 'd'],
          ['e', 'f'],
        ],
      ),
    ),
  ).toEqual([]);
});
