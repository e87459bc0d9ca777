import { expect, it } from 'vitest';
import { formatCell, formatQuantity } from './format-cell.ts';

it('shows every digit of a number, with separators of thousands', () => {
  expect(formatCell(4_812_000.25, { unit: 'EUR' })).toBe('4,812,000.25');
  expect(formatCell(0.1 + 0.2, { unit: null })).toBe('0.3');
  expect(formatCell(-0.000_012, { unit: null })).toBe('-0.000012');
});

it('shows a share of a percent column as a percentage', () => {
  expect(formatCell(0.125, { unit: '%' })).toBe('12.5%');
  expect(formatCell(0.07, { unit: '%' })).toBe('7%');
});

it('shows texts, truth values and empty cells', () => {
  expect(formatCell('=1+1', { unit: null })).toBe('=1+1');
  expect(formatCell(false, { unit: null })).toBe('false');
  expect(formatCell(null, { unit: '%' })).toBe('');
});

it('adds the unit to a quantity, whose percentages are of a hundred', () => {
  expect(formatQuantity(3.4, '%')).toBe('3.4%');
  expect(formatQuantity(4_655_000_000, 'DKK')).toBe('4,655,000,000 DKK');
  expect(formatQuantity(12, null)).toBe('12');
});
