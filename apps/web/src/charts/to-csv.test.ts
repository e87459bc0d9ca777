import { expect, test } from 'vitest';
import { toCsv } from './to-csv.ts';

interface Row {
  name: string;
  cost: number | null;
}
const columns = [
  { title: 'Task', value: ({ name }: Row) => name },
  { title: 'Cost, USD', value: ({ cost }: Row) => cost, text: ({ cost }: Row) => `$${cost}` },
];

test('figures are written plain and in full, under a head', () => {
  expect(toCsv({ columns, rows: [{ name: 'Market', cost: 0.0000125 }] })).toBe(
    'Task,"Cost, USD"\r\nMarket,0.0000125\r\n',
  );
});

test('separators and quotes of a text stay inside its cell, and what is unknown is empty', () => {
  const rows = [{ name: 'A "bold", new\nplan', cost: null }];
  expect(toCsv({ columns, rows })).toBe('Task,"Cost, USD"\r\n"A ""bold"", new\nplan",\r\n');
});

test('a text never becomes a formula, a negative number stays one', () => {
  const rows = [{ name: '=HYPERLINK("https://evil.example")', cost: -1 }];
  expect(toCsv({ columns, rows })).toContain(`"'=HYPERLINK(""https://evil.example"")",-1`);
});
