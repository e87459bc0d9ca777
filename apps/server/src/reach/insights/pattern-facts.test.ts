import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addFinishedRun,
  type FinishedRun,
  type FinishedTask,
} from '../../../testing/finished-work.ts';
import { createKeyedTenant } from '../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { readPatternFacts } from './pattern-facts.ts';

const now = new Date('2026-06-30T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

let platform: TestPlatform;
let tenantId: string;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  ({ tenantId } = await createKeyedTenant(platform));
});

const add = (tasks: FinishedTask[], run: Partial<FinishedRun> = {}, of = tenantId) =>
  addFinishedRun(platform, of, { finishedAt: daysAgo(10), tasks, ...run });
const read = () =>
  platform.database.withTenant(tenantId, (tx) => readPatternFacts(tx, tenantId, now));
const empty = { count: 0, mean: 0, variance: 0 };

test('a tenant without runs has empty facts', async () => {
  expect(await read()).toEqual({
    models: [],
    criteria: [],
    agents: [],
    reviewedScores: { approved: empty, sentBack: empty },
    agreements: [],
    approvalCosts: { recent: empty, earlier: empty },
    budgets: { engagements: 0, exhausted: 0, belowHalf: 0, medianShare: 0 },
  });
});

test('scores and costs are grouped by task kind and model, of the last year and this tenant only', async () => {
  const task = { model: 'a', score: 80, costUsd: 0.2 };
  await add([
    task,
    { ...task, score: 90, costUsd: 0.4 },
    { ...task, rubricType: 'research' },
    { model: 'b', score: 50 },
  ]);
  await add([{ model: 'a' }]);
  await add([{ ...task, score: 0 }], { finishedAt: daysAgo(366) });
  await add([{ ...task, score: 0 }], {}, (await createKeyedTenant(platform)).tenantId);
  const single = (mean: number) => ({ count: 1, mean, variance: 0 });
  expect((await read()).models).toEqual([
    { taskKind: 'research', model: 'a', score: single(80), cost: single(2e8) },
    {
      taskKind: 'strategy',
      model: 'a',
      score: { count: 2, mean: 85, variance: 50 },
      cost: { count: 2, mean: 3e8, variance: 2e16 },
    },
    { taskKind: 'strategy', model: 'b', score: single(50), cost: single(1e8) },
  ]);
});

test('counts how often a criterion is the lowest of its deliverable', async () => {
  const criteria = (first: number, second: number) => [
    { id: 'first', score: first, comment: '' },
    { id: 'second', score: second, comment: '' },
  ];
  await add([
    { score: 70, criteria: criteria(60, 80) },
    { score: 70, criteria: criteria(70, 80) },
    { score: 70, criteria: criteria(80, 80) },
  ]);
  expect((await read()).criteria).toEqual([
    {
      rubricType: 'strategy',
      criterion: 'first',
      score: { count: 3, mean: 70, variance: 100 },
      lowest: 3,
    },
    {
      rubricType: 'strategy',
      criterion: 'second',
      score: { count: 3, mean: 80, variance: 0 },
      lowest: 1,
    },
  ]);
});

test('counts what reviewers sent back, by agent and by score', async () => {
  await add([
    { agent: 'one', score: 90, approvalStatus: 'approved' },
    { agent: 'one', score: 60, approvalStatus: 'revision_requested' },
    { agent: 'one', score: 50, approvalStatus: 'rejected' },
    { agent: 'one', score: 10, approvalStatus: 'pending_review' },
    { agent: 'two', approvalStatus: 'approved' },
  ]);
  const { agents, reviewedScores } = await read();
  expect(agents).toEqual([
    { agentSlug: 'one', reviewed: 3, sentBack: 2 },
    { agentSlug: 'two', reviewed: 1, sentBack: 0 },
  ]);
  expect(reviewedScores).toEqual({
    approved: { count: 1, mean: 90, variance: 0 },
    sentBack: { count: 2, mean: 55, variance: 50 },
  });
});

test('counts verdicts for each version of a rubric: the evaluator’s by score, the reviewers’ by latest review', async () => {
  await add([
    { score: 70, approvalStatus: 'approved' },
    { score: 69.9, approvalStatus: 'approved' },
    { score: 50, approvalStatus: 'rejected' },
    { score: 49.9, approvalStatus: 'rejected' },
    { score: 95, approvalStatus: 'revision_requested' },
    { score: 95, approvalStatus: 'pending_review' },
    { approvalStatus: 'approved' },
    { score: 90, approvalStatus: 'approved', rubricVersion: 2 },
  ]);
  await add([{ score: 90, approvalStatus: 'approved' }], { finishedAt: daysAgo(366) });
  await add(
    [{ score: 90, approvalStatus: 'approved' }],
    {},
    (await createKeyedTenant(platform)).tenantId,
  );
  const first = [
    [1, 1, 0],
    [1, 0, 1],
    [0, 0, 1],
  ];
  const second = [
    [1, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ];
  expect((await read()).agreements).toEqual([
    { rubricType: 'strategy', rubricVersion: 1, table: first },
    { rubricType: 'strategy', rubricVersion: 2, table: second },
  ]);
});

test('an approval costs all attempts before it, and counts at its time', async () => {
  const engagementId = await add([{ costUsd: 0.3, approvalStatus: 'revision_requested' }], {
    finishedAt: daysAgo(30),
  });
  await add([{ costUsd: 0.2, approvalStatus: 'approved' }], {
    engagementId,
    version: 2,
    finishedAt: daysAgo(20),
  });
  await add([{ costUsd: 9, approvalStatus: 'pending_review' }], {
    engagementId,
    version: 3,
    finishedAt: daysAgo(10),
  });
  await add([{ costUsd: 0.1, approvalStatus: 'approved' }], { finishedAt: daysAgo(120) });
  await add([{ costUsd: 0.1, approvalStatus: 'approved' }], { finishedAt: daysAgo(200) });
  expect((await read()).approvalCosts).toEqual({
    recent: { count: 1, mean: 5e8, variance: 0 },
    earlier: { count: 1, mean: 1e8, variance: 0 },
  });
});

test('sums what all runs of an engagement spent, and counts exhausted budgets', async () => {
  const engagementId = await add([{ costUsd: 3 }]);
  await add([{ costUsd: 1 }], { engagementId, version: 2 });
  await add([{ costUsd: 5 }], { failure: { reason: 'budget_exhausted', message: 'The wall' } });
  await add([{ costUsd: 1 }], {
    failure: { reason: 'tasks_failed', message: 'Budget exhausted: a task says so' },
  });
  await add([{ costUsd: 0 }]);
  expect((await read()).budgets).toEqual({
    engagements: 3,
    exhausted: 1,
    belowHalf: 1,
    medianShare: 0.8,
  });
});

// INS-9
test('only the newest 5,000 runs of a period count', async () => {
  const engagementId = await add([{ costUsd: 1 }]);
  await add([{ costUsd: 1 }], { finishedAt: daysAgo(11) });
  await add([{ costUsd: 1 }], { finishedAt: daysAgo(100) });
  await platform.asSuperuser(
    `insert into platform.runs (id, tenant_id, engagement_id, kind, status, finished_at, cost_nano_usd)
      select $2 || n, $1, $2, 'run', 'completed', $3, 1 from generate_series(1, 4999) n`,
    [tenantId, engagementId, daysAgo(5)],
  );
  expect((await read()).budgets).toMatchObject({ engagements: 2 });
});
