import type { EngagementDetail } from '@ecp/contract/work/engagements';
import type { Plan } from '@ecp/contract/work/plans';
import { expect, test } from 'vitest';
import { sumSpent } from './engagement-queries.ts';

const run = (startedAt: string, estimatedCost: number): EngagementDetail['runs'][number] => ({
  id: startedAt,
  engagementId: 'e',
  status: 'completed',
  estimatedCost,
  inputTokens: 0,
  outputTokens: 0,
  error: null,
  failureReason: null,
  pauseSnapshot: null,
  startedAt,
  finishedAt: startedAt,
});
const plan: Plan = {
  id: 'p',
  engagementId: 'e',
  planned: true,
  tasks: [],
  cost: { low: 1, expected: 2, high: 3 },
  planningCost: 0.25,
  budget: 20,
  spent: 2.5,
  remaining: 17.5,
  learnedFromTasks: 0,
  warnings: [],
  createdAt: '2026-03-04T05:06:07.000Z',
};
const [before, after] = [run('2026-03-04T04:00:00.000Z', 2), run('2026-03-04T06:00:00.000Z', 4)];

test('adds the cost of a run after the plan to what the plan reports', () => {
  expect(sumSpent({ runs: [] }, null)).toBe(0);
  expect(sumSpent({ runs: [after, before] }, null)).toBe(6);
  expect(sumSpent({ runs: [before] }, plan)).toBe(2.5);
  expect(sumSpent({ runs: [after, before] }, plan)).toBe(6.5);
});
