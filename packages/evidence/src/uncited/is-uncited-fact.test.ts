import { languages } from '@ecp/language/language';
import { expect, it } from 'vitest';
import { isUncitedFact } from './is-uncited-fact.ts';
import { uncitedCases } from './uncited.cases.ts';

const list = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const cases = languages.flatMap((language) => [
  ...list(uncitedCases[language].facts).map((sentence) => ({ language, sentence, isFact: true })),
  ...list(uncitedCases[language].others).map((sentence) => ({ language, sentence, isFact: false })),
]);

it.each(cases)('$language fact $isFact: $sentence', ({ language, sentence, isFact }) => {
  expect(isUncitedFact({ sentence, quotes: [] }, language, () => false)).toBe(isFact);
});
