import { planLimits as served } from '@ecp/contract/plan-limits';
import { expect, it } from 'vitest';
import { planLimits } from './plan-limits.ts';

it('shows the limits that the service holds to', () => {
  expect(planLimits).toEqual(served);
});
