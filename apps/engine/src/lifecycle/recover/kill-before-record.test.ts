import { expect, it } from 'vitest';
import { killAtEveryBoundary } from '../../../testing/kill-at-boundaries.ts';

// PRO-6, RUN-21
it('completes runs after kill -9 at any step that is done but not yet recorded, and in a commit of several runs', async () => {
  const { steps, kills, faults } = await killAtEveryBoundary('before its record', 6);
  expect(faults).toEqual([]);
  expect(steps).toBeGreaterThan(20);
  expect(kills).toBeGreaterThan(3);
}, 600_000);
