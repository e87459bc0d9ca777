import { expect, it } from 'vitest';
import { withUnit, writeCellNumber, writeComputed, writeNumber } from './print-evidence.ts';

// EXP-13
it.each([
  ['en', ['4,655 million', '4.2 billion', '1,234,567', '0.1', '−3.5', '12,345.25', '12%']],
  ['de', ['4.655 Mio.', '4,2 Mrd.', '1.234.567', '0,1', '−3,5', '12.345,25', '12 %']],
  ['fr', ['4 655 M', '4,2 Md', '1 234 567', '0,1', '−3,5', '12 345,25', '12 %']],
  ['es', ['4.655 M', '4.200 M', '1.234.567', '0,1', '−3,5', '12.345,25', '12 %']],
  ['ja', ['46.55億', '42億', '1,234,567', '0.1', '−3.5', '12,345.25', '12%']],
] as const)('numbers have the form of %s', (language, expected) => {
  const values = [4_655_000_000, 4_200_000_000, 1_234_567, 0.1, -3.5, 12_345.25];
  const written = [
    ...values.map((value) => writeNumber(value, language)),
    withUnit('12', '%', language),
  ];
  expect(written.map((text) => text.replaceAll(/[\u00a0\u202f]/g, ' '))).toEqual(expected);
});

// EXP-13
it.each([
  [3.37271750806, '3.37272', true],
  [157_000_000, '157\u00a0million', false],
  [9_208_577.49, '9,208,577', true],
  [1 / 3, '0.333333', true],
  [12.5, '12.5', false],
  [0.1 + 0.2, '0.3', false],
  [0, '0', false],
])('a computed %d is shown as %s', (value, text, isRounded) => {
  expect(writeComputed(value, 'en')).toEqual({ text, isRounded });
});

// EXP-15
it('a cell that may be a year has no separator', () => {
  expect([2024, 46_550, 0.12].map((value) => writeCellNumber(value, 'en'))).toEqual([
    '2024',
    '46,550',
    '0.12',
  ]);
});
