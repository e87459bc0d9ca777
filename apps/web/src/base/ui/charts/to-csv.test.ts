import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

interface Row {
  name: string;
  cost: number | null;
}
const columns = [
  { title: 'Task', value: ({ name }: Row) => name },
  { title: 'Cost, USD', value: ({ cost }: Row) => cost, text: ({ cost }: Row) => `$${cost}` },
];

test('writes figures plain and in full under a header row', () => {
  expect(toCsv({ columns, rows: [{ name: 'Market', cost: 0.0000125 }] })).toBe(
    'Task,"Cost, USD"\r\nMarket,0.0000125\r\n',
  );
});

test('keeps separators and quotes inside their cell, and leaves unknown values empty', () => {
  const rows = [{ name: 'A "bold", new\nplan', cost: null }];
  expect(toCsv({ columns, rows })).toBe('Task,"Cost, USD"\r\n"A ""bold"", new\nplan",\r\n');
});

test('never turns a text into a formula, and keeps negative numbers', () => {
  const rows = [{ name: '=HYPERLINK("https://evil.example")', cost: -1 }];
  expect(toCsv({ columns, rows })).toContain(`"'=HYPERLINK(""https://evil.example"")",-1`);
});
