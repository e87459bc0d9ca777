import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatUsd, nanoToUsd, usdToNano } from './money.ts';

describe('money', () => {
  test.each([
    [0, '$0.00'],
    [500_000_000, '$0.50'],
    [5_000_000_000, '$5.00'],
    [123_456_789, '$0.123457'],
    [120_000_000_000, '$120.00'],
    [10_100_000, '$0.0101'],
    [999_999_999, '$1.00'],
    [10_000_000_000_000, '$10000.00'],
  ])('%d nano-USD are shown as %s', (nano, shown) => {
    expect(formatUsd(nano)).toBe(shown);
  });

  test('dollars with up to nine decimals are returned exactly as they were written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000_000_000 }), (nano) => {
        expect(usdToNano(nanoToUsd(nano))).toBe(nano);
        const written = `${Math.floor(nano / 1e9)}.${String(nano % 1e9).padStart(9, '0')}`;
        expect(nanoToUsd(usdToNano(Number(written)))).toBe(Number(written));
      }),
    );
  });

  test('an amount above 0 stays above 0, and nothing stays nothing', () => {
    expect(usdToNano(0)).toBe(0);
    expect(usdToNano(Number.MIN_VALUE)).toBe(1);
    expect(usdToNano(0.29)).toBe(290_000_000);
  });
});
