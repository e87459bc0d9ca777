import { expect, test } from 'vitest';
import { parseRange } from './answers.ts';

// ATT-31
test.each([
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=10-19', { start: 10, end: 20 }],
  ['bytes=90-', { start: 90, end: 100 }],
  ['bytes=90-500', { start: 90, end: 100 }],
  ['bytes=-10', { start: 90, end: 100 }],
  ['bytes=-500', { start: 0, end: 100 }],
  ['bytes=100-', null],
  ['bytes=20-10', null],
  ['bytes=-0', null],
  ['bytes=-', null],
  ['bytes=0-1,5-6', null],
  ['items=0-1', null],
  ['bytes=a-b', null],
  [undefined, null],
])('of 100 bytes, %s is %j', (range, expected) => {
  expect(parseRange({ range }, 100)).toEqual(expected);
});

test('a condition asks for the whole, and so does an empty file', () => {
  expect(parseRange({ range: 'bytes=0-0', 'if-range': '"x"' }, 100)).toBeNull();
  expect(parseRange({ range: 'bytes=0-0' }, 0)).toBeNull();
});
