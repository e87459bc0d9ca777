import { expect, it } from 'vitest';
import { killAtEveryBoundary } from '../../../testing/kill-at-boundaries.ts';

// PRO-6, RUN-21
it('completes a run after kill -9 at any step, right after its record became visible', async () => {
  const { steps, kills, faults } = await killAtEveryBoundary('after its record');
  expect(faults).toEqual([]);
  expect(steps).toBeGreaterThan(20);
  expect(kills).toBeGreaterThan(3);
}, 600_000);
