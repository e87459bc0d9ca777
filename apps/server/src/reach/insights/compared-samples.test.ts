import { expect, test } from 'vitest';
import {
  compareSamples,
  isSignificantlyGreater,
  minSampleSize,
  wilsonLowerBound,
} from './statistics.ts';

const sample = (count: number, mean: number, variance = 16) => ({ count, mean, variance });

test('too few measurements cannot be compared', () => {
  expect(compareSamples(sample(minSampleSize - 1, 90), sample(100, 50))).toBeNull();
  expect(compareSamples(sample(100, 90), sample(minSampleSize - 1, 50))).toBeNull();
  expect(compareSamples(sample(minSampleSize, 90), sample(minSampleSize, 50))).not.toBeNull();
});

test('the margin is three standard errors of the difference: more measurements, less noise', () => {
  expect(compareSamples(sample(8, 80), sample(8, 75))).toEqual({ difference: 5, margin: 6 });
  expect(compareSamples(sample(32, 80), sample(32, 75))).toEqual({ difference: 5, margin: 3 });
  expect(compareSamples(sample(8, 80, 0), sample(8, 75, 0))).toEqual({ difference: 5, margin: 0 });
});

test('a significant difference exceeds the noise and is large enough to matter', () => {
  expect(isSignificantlyGreater({ difference: 5, margin: 6 }, 3)).toBe(false);
  expect(isSignificantlyGreater({ difference: 5, margin: 3 }, 3)).toBe(true);
  expect(isSignificantlyGreater({ difference: 2, margin: 0.1 }, 3)).toBe(false);
  expect(isSignificantlyGreater({ difference: -5, margin: 3 }, 3)).toBe(false);
});

test('chance looks like a finding in about 1 of 100 comparisons of equal, smallest samples', () => {
  // A fixed generator (mulberry32), so that the count is the same each time.
  let state = 7;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    const again = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((again ^ (again >>> 14)) >>> 0) / 2 ** 32;
  };
  const draw = () => {
    const scores = Array.from({ length: minSampleSize }, () => 60 + 40 * random());
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    const variance =
      scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / (scores.length - 1);
    return { count: scores.length, mean, variance };
  };
  const rounds = 5_000;
  const found = Array.from({ length: rounds }, () => compareSamples(draw(), draw())).filter(
    (comparison) => comparison && Math.abs(comparison.difference) > comparison.margin,
  );
  expect(found.length / rounds).toBeCloseTo(0.01, 2);
});

test('the least share grows with the observed share and never exceeds it', () => {
  expect(wilsonLowerBound(7, 7)).toBe(0);
  expect(wilsonLowerBound(0, 100)).toBe(0);
  expect(wilsonLowerBound(8, 8)).toBeCloseTo(0.471, 3);
  expect(wilsonLowerBound(50, 100)).toBeCloseTo(0.356, 3);
  expect(wilsonLowerBound(500, 1_000)).toBeCloseTo(0.453, 3);
  for (const [hits, count] of [
    [1, 8],
    [4, 9],
    [90, 100],
  ] as const) {
    expect(wilsonLowerBound(hits, count)).toBeLessThan(hits / count);
  }
});
