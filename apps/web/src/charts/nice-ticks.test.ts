import fc from 'fast-check';
import { expect, test } from 'vitest';
import { niceTicks } from './nice-ticks.ts';

test.each([
  [0.324, [0, 0.1, 0.2, 0.3, 0.4]],
  [0.05, [0, 0.02, 0.04, 0.06]],
  [60_000, [0, 20_000, 40_000, 60_000]],
  [0.3, [0, 0.1, 0.2, 0.3]],
  [1, [0, 0.25, 0.5, 0.75, 1]],
  [0, [0, 1]],
])('up to %d the axis is marked %j', (highest, ticks) => {
  expect(niceTicks(highest)).toEqual(ticks);
});

test('whatever the highest value: the axis reaches it, and is not crowded', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), (highest) => {
      const ticks = niceTicks(highest);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest * 0.999_99);
    }),
  );
});
