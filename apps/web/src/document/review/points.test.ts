import { expect, it } from 'vitest';
import { addWords, readPoints, writePoints } from './points.tsx';

it('writes one point as plain text and several as a numbered list', () => {
  expect(writePoints([' Name an owner. ', ''])).toBe('Name an owner.');
  expect(writePoints(['Name an owner.', 'Shorten section 2:\n\nno more than a page'])).toBe(
    '1. Name an owner.\n2. Shorten section 2:\n   no more than a page',
  );
  expect(writePoints([' ', '\n'])).toBe('');
});

it('reads back what it has written', () => {
  for (const points of [[], ['One.'], ['One.', 'Two\nlines.', '3. a number of its own']]) {
    expect(readPoints(writePoints(points))).toEqual(points);
  }
});

it('reads handwritten lists and keeps other notes whole', () => {
  expect(readPoints('- a\n* b\n\nMore.\n  and more')).toEqual(['a', 'b', 'More.\nand more']);
  expect(readPoints('Please:\n1) a\n2) b')).toEqual(['Please:', 'a', 'b']);
  expect(readPoints('Costs rose.\nBy - how much?')).toEqual(['Costs rose.\nBy - how much?']);
});

// EVP-9
it('adds words to the last point', () => {
  expect(addWords([], 'Query q1')).toEqual(['Query q1']);
  expect(addWords(['One.', ' '], 'Query q1')).toEqual(['One.', 'Query q1']);
  expect(addWords(['One.', 'See '], 'Query q1')).toEqual(['One.', 'See Query q1']);
});
