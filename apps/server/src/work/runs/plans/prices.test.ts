import type { EnginePlan } from '@ecp/contract/engine/engine-plans';
import { expect, test } from 'vitest';
import { describePlan } from './prices.ts';

const cost = { lowUsd: 0.5, expectedUsd: 1, highUsd: 2 };
/** What the engine answers for one given task. */
const answer: EnginePlan = {
  planId: 'plan-1',
  status: 'completed',
  error: null,
  failureReason: null,
  planned: false,
  tasks: [
    {
      id: 'a',
      name: 'Situation',
      description: '',
      agent: 'corporate-strategist',
      kind: 'strategy',
      dependsOn: [],
      model: 'swift-2',
      cost,
    },
  ],
  cost,
  planningCostUsd: 0,
  planningSpentUsd: 0.25,
  spentUsd: 0.25,
  learnedFromTasks: 0,
};
const planOf = (budgetUsd: number, overrides: Partial<EnginePlan> = {}) =>
  describePlan(
    { ...answer, ...overrides },
    {
      id: 'plan-1',
      engagementId: 'e',
      budgetNanoUsd: budgetUsd * 1e9,
      createdAt: new Date('2026-03-04T05:06:07Z'),
    },
  );

test('shows the remaining budget, and warns when the expected or the highest cost exceeds it', () => {
  expect(planOf(5)).toMatchObject({ budget: 5, spent: 0.25, remaining: 4.75, warnings: [] });
  const left = (usd: string) => `the ${usd} left in the budget.`;
  expect(planOf(2).warnings).toEqual([`The work may cost up to $2.00, more than ${left('$1.75')}`]);
  expect(planOf(1).warnings).toEqual([
    `The work is expected to cost $1.00, more than ${left('$0.75')}`,
  ]);
  // A budget may be lowered below the amount spent.
  expect(planOf(0.1)).toMatchObject({
    remaining: 0,
    warnings: [expect.stringContaining(left('$0.00'))],
  });
});

test('warns that models without a price are not counted', () => {
  const nothing = { lowUsd: 0, expectedUsd: 0, highUsd: 0 };
  expect(planOf(5, { cost: nothing }).warnings).toEqual([
    expect.stringContaining('counts as free'),
  ]);
  expect(planOf(5, { cost: nothing, tasks: [] }).warnings).toEqual([]);
});
