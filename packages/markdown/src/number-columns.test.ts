import { describe, expect, it } from 'vitest';
import { findNumberColumns } from './merge-sections.ts';

const isFigure = (cell: string) => findNumberColumns([['label', cell]], 2)[1];

// EXP-19
describe('a figure', () => {
  it.each([
    '£577,600',
    '49%',
    '5.2 %',
    '38,000',
    '$1.2m',
    '(3.4)',
    '+166 percent',
    '−0,7',
    '180 to 310',
    '−105 to 25',
    'CHF 1’200',
    'US$ 4.2 billion',
    '561 €',
    '12–15',
    '7.4 weeks',
    '128.4',
    '1 234 567',
    '4,2 Mrd. €',
    '3 %–5 %',
    '120百万円',
    '≈ €940,000',
    '16,700',
    '8.1 pp',
    '20 bis 30 %',
  ])('is %s', (cell) => expect(isFigure(cell)).toBe(true));

  it.each([
    '30 September 2026',
    'Q3',
    'about 12',
    '1. Background',
    'no, but higher',
    '2026-03-12',
    '3 of 11',
    'A1',
    '',
  ])('is not %s', (cell) => expect(isFigure(cell)).toBe(false));
});

// EXP-19
describe('a column of figures', () => {
  it('has a figure, and otherwise signs for absent ones', () => {
    const rows = [
      ['Bavaria', '610', '–', 'high', ''],
      ['Italy', 'n/a', '—', '12', ''],
    ];
    expect(findNumberColumns(rows, 5)).toEqual([false, true, false, false, false]);
  });

  it('is a first one only if its numbers name no rows', () => {
    expect(findNumberColumns([['2021'], ['2022']], 1)).toEqual([false]);
    expect(findNumberColumns([['1.'], ['2.']], 1)).toEqual([false]);
    expect(findNumberColumns([['12,400'], ['900']], 1)).toEqual([true]);
    expect(findNumberColumns([['a', '2021']], 2)).toEqual([false, true]);
  });
});
