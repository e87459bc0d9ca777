import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AgreementTable, measureAgreement } from './statistics.ts';

describe('kappa of hand-computed tables', () => {
  test('two verdicts: 20 + 15 of 50 are alike, chance is 0.5, so kappa is 0.4', () => {
    const measured = measureAgreement([
      [20, 5],
      [10, 15],
    ]);
    // Rows 25 and 25, columns 30 and 20: chance is 0.5 · 0.6 + 0.5 · 0.4 = 0.5.
    expect(measured).toMatchObject({ count: 50, observed: 0.7, baseRate: 0.6 });
    expect(measured.byChance).toBeCloseTo(0.5, 12);
    expect(measured.kappa).toBeCloseTo(0.4, 12);
    // With two categories, linear weights change nothing.
    expect(measured.weightedKappa).toBeCloseTo(0.4, 12);
    // 2 · sqrt(0.7 · 0.3 / 50) / 0.5.
    expect(measured.margin).toBeCloseTo(0.25923, 5);
  });

  test('three verdicts, plain and weighted', () => {
    const measured = measureAgreement([
      [40, 5, 5],
      [10, 20, 0],
      [0, 10, 10],
    ]);
    // Rows 50, 30, 20; columns 50, 35, 15: chance 0.25 + 0.105 + 0.03 = 0.385; (0.7 − 0.385) /
    // 0.615.
    expect(measured).toMatchObject({ count: 100, observed: 0.7, baseRate: 0.5 });
    expect(measured.byChance).toBeCloseTo(0.385, 12);
    expect(measured.kappa).toBeCloseTo(0.512195, 6);
    // Distance: (5 + 10 + 10 + 2 · 5) / 100 = 0.35; by chance 0.175 + 0.15 + 0.045 + 0.07 + 2 ·
    // (0.075 + 0.1) = 0.79.
    expect(measured.weightedKappa).toBeCloseTo(1 - 0.35 / 0.79, 12);
  });

  test('many equal verdicts can be no better than chance, as the base rate shows', () => {
    const measured = measureAgreement([
      [85, 10, 0],
      [5, 0, 0],
      [0, 0, 0],
    ]);
    expect(measured).toMatchObject({ observed: 0.85, baseRate: 0.9 });
    // (0.85 − (0.95 · 0.9 + 0.05 · 0.1)) / (1 − 0.86).
    expect(measured.kappa).toBeCloseTo(-0.01 / 0.14, 10);
  });

  test('one verdict for all leaves nothing to measure beyond chance', () => {
    const measured = measureAgreement([
      [30, 0],
      [0, 0],
    ]);
    expect(measured).toEqual({
      count: 30,
      observed: 1,
      baseRate: 1,
      byChance: 1,
      kappa: null,
      weightedKappa: null,
      margin: null,
    });
  });

  test('an empty and a ragged table are refused', () => {
    expect(() => measureAgreement([[0]])).toThrow('The table of verdicts is empty');
    expect(() => measureAgreement([[1, 2], [3]])).toThrow('not square');
  });
});

describe('any table', () => {
  const counts = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 9, maxLength: 9 });
  const tableOf = (cells: number[]): AgreementTable => [
    cells.slice(0, 3),
    cells.slice(3, 6),
    cells.slice(6, 9),
  ];
  const tables = counts.filter((cells) => cells.some((cell) => cell > 0)).map(tableOf);

  test('kappa is between −1 and 1, is 1 only for full agreement, and is the same with the raters exchanged', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const measured = measureAgreement(table);
        const turned = measureAgreement(
          table.map((_, row) => table.map((cells) => cells[row] ?? 0)),
        );
        if (measured.kappa === null) return expect(turned.kappa).toBeNull();
        expect(measured.kappa).toBeGreaterThanOrEqual(-1 - 1e-9);
        expect(measured.kappa).toBeLessThanOrEqual(1 + 1e-9);
        expect(turned.kappa).toBeCloseTo(measured.kappa, 9);
        expect(turned.weightedKappa).toBeCloseTo(measured.weightedKappa ?? Number.NaN, 9);
        expect(Math.abs(measured.kappa - 1) < 1e-9).toBe(measured.observed === 1);
      }),
    );
  });

  test('independent verdicts have a kappa of 0', () => {
    const share = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(fc.tuple(share, share, share), fc.tuple(share, share, share), (rows, columns) => {
        const { kappa, weightedKappa } = measureAgreement(
          rows.map((row) => columns.map((column) => row * column)),
        );
        expect(kappa).toBeCloseTo(0, 9);
        expect(weightedKappa).toBeCloseTo(0, 9);
      }),
    );
  });
});
