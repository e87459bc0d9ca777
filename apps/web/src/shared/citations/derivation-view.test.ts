import { expect, it } from 'vitest';
import { writeEquation } from './derivation-view.tsx';

const input = (label: string, value: number, more: { name?: string; unit?: string } = {}) => {
  const { unit = null, ...rest } = more;
  return { label, value, unit, citation: '1', ...rest };
};

// EVP-1
it('writes how a figure follows with what its values are, and no letters for them', () => {
  const inputs = [
    input('a', 212, { name: 'Sessions planned' }),
    input('b', 140, { name: 'Sessions held' }),
  ];
  expect(writeEquation({ expression: 'a - b', inputs, result: 72 })).toBe(
    'Sessions planned 212 − Sessions held 140 = 72',
  );
  const plain = [input('a', 800, { unit: 'EUR' }), input('b', 900, { unit: 'EUR' })];
  expect(writeEquation({ expression: '(b - a) / a * 100', inputs: plain, result: 12.5 })).toBe(
    '(900 EUR − 800 EUR) ÷ 800 EUR × 100 = 12.5',
  );
  expect(writeEquation({ expression: 'average(a, b)', inputs: plain, result: 850 })).toBe(
    'average(800 EUR, 900 EUR) = 850',
  );
});
