import { expect, test } from 'vitest';
import { hasEveryWord } from './words.ts';

test('finds words in any order and case, and an empty search in every text', () => {
  expect(hasEveryWord('Go-to-market for utilities', 'UTIL market ')).toBe(true);
  expect(hasEveryWord('Go-to-market for utilities', 'market entry')).toBe(false);
  expect(hasEveryWord('Anything', ' ')).toBe(true);
});
