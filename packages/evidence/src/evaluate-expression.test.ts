import { expect, it } from 'vitest';
import { evaluateExpression } from './evaluate-expression.ts';

const shown = (expression: string, language: 'en' | 'de' = 'en') => {
  const result = evaluateExpression(expression, language);
  return 'error' in result ? result.error : result.shown;
};

it.each([
  ['26,000 × 20 % × 11.80 EUR', '61,360 EUR'],
  ['20,000 / 75,300', '0.2656'],
  ['20,000 / 75,300 × 100 %', '26.56 %'],
  ['6 / 4', '1.5'],
  ['242 EUR / 907 EUR', '0.26681'],
  ['40 % / 80 %', '50 %'],
  ['9.7 % × 3', '29.1 %'],
  ['33.8 × 20 %', '6.76'],
  ['33.8 × (100 % − 20 %)', '27.04'],
  ['0 − 33.8 × 20 %', '-6.76'],
  ['0 − 33.8 million EUR × 20 %', '-6,760,000 EUR'],
  ['(4,559 − 4,232) / 4,232 × 100 %', '7.7268 %'],
  ['6,000,000 EUR / 20,000', '300 EUR'],
  ['12 % − 9 %', '3 percentage points'],
  ['sum(40, 2, 8)', '50'],
  ['average(3, 4)', '3.5'],
  ['(1 + 5 %) ^ 3', '1.1576'],
  ['0.1 + 0.2', '0.3'],
  ['40,000 EUR − 52,500 EUR', '-12,500 EUR'],
  ['1 April 2027 + 24 months', '1 April 2029'],
  ['24 September 2026 − 26 August 2026', '29 days'],
])('%s comes to %s', (expression, result) => {
  expect(shown(expression)).toBe(result);
});

it('is read and shown in the language of its document', () => {
  expect(shown('26.000 × 11,80 EUR', 'de')).toBe('306.800 EUR');
  expect(shown('31. Januar 2027 + 1 Monat', 'de')).toBe('28. Februar 2027');
});

it.each([
  ['rent', /no expression/],
  ['3 EUR + 4 kg', /do not go together/],
  ['1 / 0', /no finite value/],
  ['', /no expression/],
])('%s has no result, with the reason', (expression, reason) => {
  expect(shown(expression)).toMatch(reason);
});
