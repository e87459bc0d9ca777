import { expect, test } from 'vitest';
import { findNear } from '../markdown/find-words.ts';
import { foundWordsOf } from './found-words.ts';

const text = 'The harbour of Bergen grew. The Harbour of Oslo (in 2025) grew faster than the town.';
const marksOf = (snippet: string, ...words: string[]) =>
  words.map((word): [number, number] => [
    snippet.indexOf(word),
    snippet.indexOf(word) + word.length,
  ]);
const find = (snippet: string, ...words: string[]) => {
  const { words: found = '', near = '' } = foundWordsOf({
    snippet,
    marks: marksOf(snippet, ...words),
  });
  return findNear(text, { words: found, near }).map(({ start, end }) => [
    start,
    text.slice(start, end),
  ]);
};

// SEA-10
test('finds the words of a snippet at its place, and not where they stand before', () => {
  expect(find('…Harbour of Oslo in 2025 grew faster…', 'Harbour', 'grew')).toEqual([
    [text.indexOf('Harbour'), 'Harbour'],
    [text.lastIndexOf('grew'), 'grew'],
  ]);
});

// SEA-10
test('finds the first of the words if the text continues differently, and nothing if one is missing', () => {
  expect(find('harbour is shown otherwise', 'harbour')).toEqual([[4, 'harbour']]);
  expect(find('harbour and airport', 'harbour', 'airport')).toEqual([]);
});

// SEA-10
test('an address carries the words near the first one', () => {
  const snippet = `…${'a lead '.repeat(8)}market ${'then '.repeat(30)}share`;
  expect(foundWordsOf({ snippet, marks: marksOf(snippet, 'market', 'share') })).toEqual({
    words: 'market',
    near: expect.stringMatching(/^market (then ){10,}/),
  });
  expect(foundWordsOf({ snippet: 'The beginning of a text', marks: [] })).toEqual({});
});
