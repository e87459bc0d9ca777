import { expect, it } from 'vitest';
import { findCitedRow } from './find-cited-row.ts';

const rows = [
  ['2023', 4_655_000, 0.12],
  ['2024', 4_812_000, 0.125],
  ['Sum', 9_467_000, null],
  ['Sum', 1, null],
];

// EVP-2
it('finds the row whose cells the quote holds, in any spelling of its numbers', () => {
  expect(findCitedRow(rows, '2024 | 4,812,000 | 12.5 %')).toBe(1);
  expect(findCitedRow(rows, '2023; 4.655.000; 12 %')).toBe(0);
  expect(findCitedRow(rows, 'Sum | 9 467 000')).toBe(2);
});

it('allows words of the head and what the writer left out', () => {
  expect(findCitedRow(rows, 'Year | 2024 | … | 12.5%')).toBe(1);
});

it('finds none when no row or several have the most of the cells', () => {
  expect(findCitedRow(rows, 'Sum')).toBe(null);
  expect(findCitedRow(rows, 'Sales of 2024 were higher.')).toBe(null);
  expect(findCitedRow(rows, '2024 | 7 | 8 | 9')).toBe(null);
  expect(findCitedRow(rows, '')).toBe(null);
});
