import type { EnginePlanRequest } from '@ecp/contract/engine/engine-plans';
import { writeVaried } from '@ecp/testing/fake-llm/fake-llm-varied';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isOver, ofType, testTenant } from '../../../testing/engine/engine-client.ts';
import { type PricedBrief, pricedBriefs } from '../../../testing/engine/plan-price/briefs.ts';
import { askPlan, planBrief } from '../../../testing/engine/plan-price/price-brief.ts';
import {
  type PricedProvider,
  purposeOf,
  startPricedProvider,
} from '../../../testing/engine/priced-provider.ts';
import { readMoney } from '../../../testing/engine/read-money.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';

let engine: TestEngine;
let provider: PricedProvider;
beforeAll(async () => {
  provider = await startPricedProvider();
  engine = await startTestEngine({
    models: provider.settings,
    limits: { backoffMs: 10, maxBackoffMs: 50 },
  });
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});
beforeEach(() => {
  provider.respondWith(() => null);
  provider.failWhen(() => null);
});

const briefsNamed = (...titles: string[]): PricedBrief[] =>
  pricedBriefs.filter(({ title }) => titles.includes(title));
/** They have twenty tasks, from which the tenant then learns. */
const pricedAtFirst = briefsNamed(
  'Winterfahrplan',
  'Roaster with interviews',
  'Calendar of a practice',
  'Tourenplan',
  'Eight documents',
);
const pricedLater = briefsNamed('Online sessions for a practice', 'One market note', 'Tourenplan');

/** Makes a request for a plan, from the brief alone or with given tasks. */
function order(overrides: Partial<EnginePlanRequest> = {}): EnginePlanRequest {
  const { runId: planId, engagement, sources, previous } = runRequest();
  return { planId, engagement, sources, previous, tasks: [], ...overrides };
}
const callsFor = (purpose: string) =>
  provider.meter.calls.filter((call) => purposeOf(call) === purpose).length;

test('plans a brief once, with agents, models and prices; a repeated request returns the same and pays nothing', async () => {
  const asked = order();
  const before = provider.meter.costNanoUsd;
  const plan = await askPlan(engine, asked);
  const paid = provider.meter.costNanoUsd - before;
  expect(plan).toMatchObject({
    planned: true,
    error: null,
    failureReason: null,
    learnedFromTasks: 0,
  });
  expect(plan.tasks.length).toBeGreaterThan(1);
  for (const task of plan.tasks) {
    expect(task).toMatchObject({ agent: expect.any(String), model: 'fake-model' });
    expect(task.cost.lowUsd).toBeGreaterThan(0);
    expect(task.cost.expectedUsd).toBeGreaterThan(task.cost.lowUsd);
    expect(task.cost.highUsd).toBeGreaterThan(task.cost.expectedUsd);
  }
  const sum = plan.tasks.reduce((total, { cost }) => total + cost.expectedUsd, 0);
  expect(plan.cost.expectedUsd).toBeCloseTo(sum, 6);
  expect(plan.planningCostUsd).toBeGreaterThan(0);
  expect([plan.planningSpentUsd, plan.spentUsd]).toEqual([
    plan.planningCostUsd,
    plan.planningCostUsd,
  ]);
  const money = await readMoney(engine, asked.engagement.id);
  expect(money).toMatchObject({ spent: paid, calls: paid, reserved: 0 });

  const calls = provider.meter.calls.length;
  expect(await askPlan(engine, asked)).toEqual(plan);
  expect(provider.meter.calls.length).toBe(calls);
});

test('one plan that is requested twice at the same time is paid once', async () => {
  const asked = order();
  const before = callsFor('plan');
  const [one, other] = await Promise.all([askPlan(engine, asked), askPlan(engine, asked)]);
  expect(other.tasks).toEqual(one.tasks);
  expect(callsFor('plan') - before).toBe(1);
});

test('prices given tasks without a call, without a run and without a budget', async () => {
  const { tasks } = runRequest();
  const asked = order({ tasks });
  const calls = provider.meter.calls.length;
  const plan = await askPlan(engine, asked);
  expect(plan).toMatchObject({ planned: false, planningCostUsd: 0, spentUsd: 0 });
  expect(plan.tasks.map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
    ['market', []],
    ['costs', []],
    ['plan', ['market', 'costs']],
  ]);
  expect(provider.meter.calls.length).toBe(calls);
  const rows = await engine.asSuperuser('select 1 from engine.runs where id = $1', [asked.planId]);
  expect(rows).toEqual([]);
});

test('an accepted plan runs as planned: its tasks, its agents, its models, and no second planning', async () => {
  const asked = order();
  const plan = await askPlan(engine, asked);
  const before = callsFor('plan');
  const tasks = plan.tasks.map(({ id, name, description, agent, dependsOn }) => {
    return { id, name, description, agent, dependsOn };
  });
  const { engagement, sources, previous } = asked;
  const runId = `${asked.planId}-run`;
  await engine.startRun({ runId, engagement, sources, previous, tasks, rerunTaskId: null });
  const events = await engine.eventsUntil(runId, isOver);
  expect(ofType(events, 'plan')[0]).toMatchObject({ planned: false, tasks });
  const routed = ofType(events, 'analytics').flatMap(({ analytics }) => analytics.modelRouting);
  expect(
    routed.map(({ taskId, agentSlug, selectedModel }) => [taskId, agentSlug, selectedModel]).sort(),
  ).toEqual(plan.tasks.map(({ id, agent, model }) => [id, agent, model]).sort());
  expect(callsFor('plan')).toBe(before);
});

// PRO-2
test('planning never exceeds the budget: a call that could exceed it is not made', async () => {
  const engagement = { ...order().engagement, budgetUsd: 0.001 };
  const calls = provider.meter.calls.length;
  const plan = await engine.calls.makePlan(testTenant, order({ engagement }));
  expect(plan).toMatchObject({
    status: 'failed',
    failureReason: 'budget_exhausted',
    error: 'Budget exhausted: spent $0.00 of $0.001',
    tasks: [],
    cost: { lowUsd: 0, expectedUsd: 0, highUsd: 0 },
    spentUsd: 0,
  });
  expect(provider.meter.calls.length).toBe(calls);
});

// PRO-2
test('many plans of one engagement together stay within its budget', async () => {
  const engagement = { ...order().engagement, budgetUsd: 0.12 };
  const before = provider.meter.costNanoUsd;
  const plans = await Promise.all(
    Array.from({ length: 12 }, () => engine.calls.makePlan(testTenant, order({ engagement }))),
  );
  expect(plans.every(({ status }) => status === 'completed' || status === 'failed')).toBe(true);
  expect(plans.some(({ status }) => status === 'completed')).toBe(true);
  const money = await readMoney(engine, engagement.id);
  expect(money.spent).toBe(provider.meter.costNanoUsd - before);
  expect(money.spent).toBeLessThanOrEqual(money.limit);
  const last = await askPlan(engine, order({ engagement, tasks: runRequest().tasks }));
  expect(last.planningSpentUsd).toBeCloseTo(money.spent / 1e9, 9);
});

test('another tenant has its own plan of the same id, and an erased engagement leaves nothing of its plan', async () => {
  const asked = order();
  await askPlan(engine, asked);
  const before = callsFor('plan');
  await askPlan(engine, asked, 'tenant-b');
  expect(callsFor('plan') - before).toBe(1);
  await engine.deleteEngagement(asked.engagement.id);
  const left = await engine.asSuperuser<{ tenant_id: string }>(
    'select tenant_id from engine.runs where id = $1',
    [asked.planId],
  );
  expect(left).toEqual([{ tenant_id: 'tenant-b' }]);
});

test('the range contains the actual cost, before and after there are finished tasks to learn from', async () => {
  provider.respondWith(writeVaried());
  const planAll = (briefs: PricedBrief[], label: string) =>
    Promise.all(briefs.map((brief) => planBrief(engine, brief, { tenantId: 'learner', label })));
  // All of them are planned before the first one runs.
  const firstPlans = await planAll(pricedAtFirst, 'cold');
  const cold = await Promise.all(firstPlans.map((plan) => plan.run()));
  const laterPlans = await planAll(pricedLater, 'learned');
  const learned = await Promise.all(laterPlans.map((plan) => plan.run()));
  for (const { learnedFromTasks } of cold) expect(learnedFromTasks).toBe(0);
  for (const { learnedFromTasks } of learned) expect(learnedFromTasks).toBe(20);
  const priced = [...cold, ...learned];
  // Nine of ten should be inside. By chance, five or fewer of eight happen about once in a hundred
  // times.
  expect(priced).toHaveLength(8);
  expect(priced.filter(({ inside }) => inside).length).toBeGreaterThanOrEqual(5);
  for (const { high, low } of priced) expect(high / low).toBeLessThan(5);
}, 600_000);
