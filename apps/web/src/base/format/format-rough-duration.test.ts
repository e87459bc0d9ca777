import { expect, test } from 'vitest';
import { formatRoughDuration, formatScore } from './format.ts';

// OVR-5
test('an expected time is told no more exactly than it is known', () => {
  expect([2, 19, 59, 61, 350, 3_599, 4_100].map(formatRoughDuration)).toEqual([
    '5 s',
    '20 s',
    '60 s',
    '1 min',
    '6 min',
    '1 h 00 min',
    '1 h 10 min',
  ]);
});

// OVR-8
test('a score is rounded up from the half, as everywhere', () => {
  expect(formatScore(87.55)).toBe('87.6');
});
