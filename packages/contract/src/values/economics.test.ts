import { describe, expect, test } from 'vitest';
import {
  convertUsd,
  decimalsOf,
  exactAmount,
  fromUnits,
  lineAmount,
  marginOf,
  readExact,
  suggestHours,
  toUnits,
  writeUnits,
} from './economics.ts';

const hours = (value: number) => toUnits(value, 2) ?? 0n;
const money = (value: number) => toUnits(value, 4) ?? 0n;
const line = (spent: number, rate: number, currency: string) =>
  fromUnits(lineAmount(hours(spent), money(rate), currency), 4);

// ECO-3
describe('amounts', () => {
  test('are read exactly, and refused with more decimals than are kept', () => {
    expect(toUnits(0.1, 2)).toBe(10n);
    expect(toUnits(1.005, 3)).toBe(1_005n);
    expect(toUnits(1.005, 2)).toBeNull();
    expect(toUnits(99_999_999_999.99, 4)).toBe(999_999_999_999_900n);
    expect(toUnits(1e-7, 6)).toBeNull();
    expect(toUnits(Number.NaN, 2)).toBeNull();
    expect(toUnits(1e21, 2)).toBeNull();
  });

  test('are written with all decimals', () => {
    expect([
      writeUnits(5n, 2),
      writeUnits(-5n, 2),
      writeUnits(-120_050n, 2),
      writeUnits(7n, 0),
    ]).toEqual(['0.05', '-0.05', '-1200.50', '7']);
  });

  test('of hours are rounded to the currency, halves up', () => {
    expect(line(7.5, 140, 'EUR')).toBe(1_050);
    // 0.25 × 33.30 = 8.325
    expect(line(0.25, 33.3, 'EUR')).toBe(8.33);
    // 1.5 × 15,001 = 22,501.5
    expect(line(1.5, 15_001, 'JPY')).toBe(22_502);
    expect(line(0.25, 0.001, 'KWD')).toBe(0);
    expect(line(0.5, 0.001, 'KWD')).toBe(0.001);
    expect([decimalsOf('JPY'), decimalsOf('USD'), decimalsOf('BHD')]).toEqual([0, 2, 3]);
  });
});

// ECO-8, ECO-9
describe('a margin', () => {
  const sums = (revenue: number, hoursCost: number, otherCosts: number) => ({
    revenue: exactAmount(money(revenue)),
    hoursCost: exactAmount(money(hoursCost)),
    otherCosts: exactAmount(money(otherCosts)),
  });
  const margin = (
    given: ReturnType<typeof sums>,
    nanoUsd: number,
    currency: string,
    rate: number | null,
  ) => {
    const aiCost = convertUsd(BigInt(nanoUsd), currency, rate === null ? null : toUnits(rate, 6));
    const exact = marginOf({ ...given, aiCost });
    return exact === null ? null : readExact(exact, currency);
  };

  test('meets the AI cost at the rate of exchange, and is rounded once', () => {
    // 48,000 - 1,050 - 312.40 - 3.456789 × 0.92 (3.18024588)
    expect(margin(sums(48_000, 1_050, 312.4), 3_456_789_000, 'EUR', 0.92)).toBe(46_634.42);
    // 5,000,000 - 22,502 - 1.5 × 149.123456 (223.685184)
    expect(margin(sums(5_000_000, 22_502, 0), 1_500_000_000, 'JPY', 149.123456)).toBe(4_977_274);
    expect(margin(sums(100, 0, 0), 5_000_000, 'USD', null)).toBe(100);
    expect(margin(sums(100, 0, 0), 5_000_001, 'USD', null)).toBe(99.99);
  });

  test('may be negative, and is unknown without a rate unless nothing is to be converted', () => {
    expect(margin(sums(0, 1_050, 0), 250_000_000, 'USD', null)).toBe(-1_050.25);
    // Halves are rounded away from zero, on both sides.
    expect(margin(sums(0, 0, 0), 5_000_000, 'USD', null)).toBe(-0.01);
    expect(margin(sums(10, 0, 0), 1, 'CHF', null)).toBeNull();
    expect(margin(sums(10, 0, 0), 0, 'CHF', null)).toBe(10);
  });
});

// ECO-11
test('suggests quarters of an hour, at most eight hours', () => {
  const none = { reviews: 0, edits: 0, comments: 0, answers: 0, gridEdits: 0 };
  expect(suggestHours({ ...none, comments: 1 })).toBe(0.25);
  // 2 × 20 + 30 + 3 × 5 = 85 minutes
  expect(suggestHours({ ...none, reviews: 2, edits: 1, comments: 3 })).toBe(1.5);
  expect(suggestHours({ ...none, edits: 40 })).toBe(8);
});
