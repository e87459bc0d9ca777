import { expect, it } from 'vitest';
import { findCitedCells } from './cited-sources.ts';

const rows = [
  ['2023', 4_655_000, 0.12],
  ['2024', 4_812_000, 0.125],
  ['Sum', 9_467_000, null],
  ['Sum', 1, null],
];

// SRC-3
it('finds the row whose cells the quote holds, in any spelling of its numbers', () => {
  expect(findCitedCells(rows, '2024 | 4,812,000 | 12.5 %')).toEqual({ row: 1, columns: [0, 1, 2] });
  expect(findCitedCells(rows, '2023; 4.655.000; 12 %')).toEqual({ row: 0, columns: [0, 1, 2] });
  expect(findCitedCells(rows, 'Sum | 9 467 000')).toEqual({ row: 2, columns: [0, 1] });
});

it('allows words of the head and what the writer left out', () => {
  expect(findCitedCells(rows, 'Year | 2024 | … | 12.5%')).toEqual({ row: 1, columns: [0, 2] });
});

it('finds none when no row or several have the most of the cells', () => {
  expect(findCitedCells(rows, 'Sum')).toBe(null);
  expect(findCitedCells(rows, 'Sales of 2024 were higher.')).toBe(null);
  expect(findCitedCells(rows, '2024 | 7 | 8 | 9')).toBe(null);
  expect(findCitedCells(rows, '')).toBe(null);
});
