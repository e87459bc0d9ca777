import type { Plan } from '@ecp/contract/work/plans';
import { expect, test } from 'vitest';
import { comparePlan } from './compare-plan.ts';

const cost = { low: 0.1, expected: 0.2, high: 0.4 };
const planned = { agent: 'data-analyst', kind: 'report', model: 'm', cost };
const plan: Plan = {
  id: 'p',
  engagementId: 'e',
  planned: true,
  tasks: [
    { ...planned, id: 'a', name: 'Evidence', description: 'Find it.', dependsOn: [] },
    { ...planned, id: 'b', name: 'Options', description: '', dependsOn: ['a'] },
  ],
  cost,
  planningCost: 0.01,
  budget: 5,
  spent: 0.01,
  remaining: 4.99,
  learnedFromTasks: 0,
  warnings: [],
  createdAt: '2026-03-04T05:06:07Z',
};
const given = [
  { id: 'b', name: 'Options', dependsOn: ['a'] },
  { id: 'a', name: 'Evidence', description: 'Find it.', agent: 'data-analyst' },
];

const status = 'pending';

test('a plan is proposed, current, finished or stale', () => {
  expect(comparePlan(plan, { tasks: [], status })).toBe('proposed');
  expect(comparePlan(plan, { tasks: given, status })).toBe('current');
  expect(comparePlan(plan, { tasks: given, status: 'completed' })).toBe('finished');
  expect(comparePlan(plan, { tasks: given.slice(1), status })).toBe('stale');
});

test.each([
  { name: 'Choices' },
  { description: 'Else.' },
  { agent: 'brand-strategist' },
  { dependsOn: [] },
])('a task with another %o is not the priced one', (change) => {
  const tasks = given.map((task) => (task.id === 'b' ? { ...task, ...change } : task));
  expect(comparePlan(plan, { tasks, status })).toBe('stale');
});
