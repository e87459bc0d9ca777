import { expect, test } from 'vitest';
import { averageScore, roundScore } from './scores.ts';

// OVR-8
test('an average has two decimals, and its rounding goes up from the half', () => {
  const average = averageScore([86.7, 88.2, 88.1, 87.2]);
  expect(average).toBe(87.55);
  expect(roundScore(87.55)).toBe(87.6);
  expect(roundScore(87.54)).toBe(87.5);
  expect(averageScore([])).toBeNull();
});
