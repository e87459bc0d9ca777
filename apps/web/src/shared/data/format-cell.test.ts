import { expect, it } from 'vitest';
import { areShares, formatCell, formatQuantity } from './data-grid.tsx';

const plain = { isShare: false };

it('shows every digit of a number, with separators of thousands', () => {
  expect(formatCell(4_812_000.25, plain)).toBe('4,812,000.25');
  expect(formatCell(0.1 + 0.2, plain)).toBe('0.3');
  expect(formatCell(-0.000_012, plain)).toBe('-0.000012');
});

it('shows a share of a percent column as a percentage', () => {
  expect(formatCell(0.125, { isShare: true })).toBe('12.5%');
  expect(formatCell(0.07, { isShare: true })).toBe('7%');
});

it('does not multiply the percentages of a delimited file, which are of a hundred', () => {
  expect(areShares([0.125, null, -1], { unit: '%' })).toBe(true);
  expect(areShares([12.5, 0.5], { unit: '%' })).toBe(false);
  expect(areShares([0.5], { unit: 'EUR' })).toBe(false);
});

it('shows texts, truth values and empty cells', () => {
  expect(formatCell('=1+1', plain)).toBe('=1+1');
  expect(formatCell(false, plain)).toBe('false');
  expect(formatCell(null, { isShare: true })).toBe('');
});

it('adds the unit to a quantity, whose percentages are of a hundred', () => {
  expect(formatQuantity(3.4, '%')).toBe('3.4%');
  expect(formatQuantity(4_655_000_000, 'DKK')).toBe('4,655,000,000 DKK');
  expect(formatQuantity(12, null)).toBe('12');
});
