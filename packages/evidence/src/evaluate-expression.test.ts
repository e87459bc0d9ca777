import type { Language } from '@ecp/language/language';
import { expect, it } from 'vitest';
import { evaluateExpression, settleNumbers } from './evaluate-expression.ts';

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

const german = {
  text: 'Im Lager lagen 31.750 Flaschen; eine Flasche wiegt 1,265 kg, und der Preis ist 3,40 €.',
};
const english = {
  text: '| Stock | 31,750 |\n| Weight | 1.265 |\n| Price | 3.40 |\n| Cost | 2.15 |',
};
const result = { text: 'bottles: 31750 | weight: 1.265', decimalSign: '.' as const };

// CHK-9
it.each<[string, Language, { text: string }[], string]>([
  // The language reads thousands, or has the decimal point.
  ['14.200 + 9.300,5', 'de', [], '14200 + 9.300,5'],
  ['14,200 × 1.045', 'en', [], '14200 × 1.045'],
  // Texts print the number, whatever their style.
  ['31,750 T€ − 1.750 T€', 'de', [german], '31750 T€ − 1750 T€'],
  ['31,750 × 2', 'de', [english], '31750 × 2'],
  ['31,750 × 1.265', 'fr', [result], '31750 × 1,265'],
  ['31.750 × 1,265', 'en', [german], '31750 × 1.265'],
  ['31,750 × 1,265', 'es', [german], '31750 × 1,265'],
  // Other numbers have one reading.
  [
    '1,02 × 3.40 + 1.234.567 + 0,125 + 26.08.2026',
    'de',
    [],
    '1,02 × 3.40 + 1.234.567 + 0,125 + 26.08.2026',
  ],
])('%s in a document in %s is settled', (expression, language, texts, settled) => {
  expect(settleNumbers(expression, language, texts)).toEqual({ settled });
});

// CHK-9
it.each<[string, Language, { text: string }[]]>([
  ['22,400 h × 8 EUR', 'de', []],
  ['22,400 h × 8 EUR', 'fr', []],
  ['22,400 h × 8 EUR', 'es', [german]],
  ['31,750 × 2', 'de', [{ text: 'Der Faktor ist 31,750; sonst 2,10 und 3,20.' }, english]],
])('%s in a document in %s is refused with both readings', (expression, language, texts) => {
  expect(settleNumbers(expression, language, texts)).toMatchObject({
    error: expect.stringMatching(
      /^(?:22,400 can be read as 22400 or as 22\.400: write 22400, or 22,4000|31,750 can)/,
    ),
  });
});
