import type { EnginePlan } from '@ecp/contract/engine/engine-plans';
import type { Engagement } from '@ecp/contract/work/engagements';
import type { Plan } from '@ecp/contract/work/plans';
import type { RunStarted } from '@ecp/contract/work/runs';
import { createClient } from '@ecp/testing/cookie-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runRequest } from '../../../../testing/engine/run-request.ts';
import { shareTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';
import { createTestTenant } from '../../../../testing/test-tenant.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());

/** Ids of the plans that the engine has made for an engagement, in their order. */
const ordersOf = async (engagementId: string) => {
  const rows = await platform.asSuperuser<{ id: string }>(
    `select id from engine.runs where engagement_id = $1 and kind = 'plan' order by started_at`,
    [engagementId],
  );
  return rows.map(({ id }) => id);
};

/** Lets `change` change what the engine answers to requests for a plan, until the returned call. */
function changePlans(change: (plan: EnginePlan) => EnginePlan): () => void {
  const { engine } = platform.services;
  platform.services.engine = {
    ...engine,
    makePlan: async (tenantId, request) => change(await engine.makePlan(tenantId, request)),
  };
  return () => {
    platform.services.engine = engine;
  };
}

const sumOf = (costs: Plan['cost'][], end: keyof Plan['cost']) =>
  costs.reduce((sum, cost) => sum + cost[end], 0);

test('plans a brief with prices, stores the plan, and makes its tasks those of the engagement when it is accepted', async () => {
  const tenant = await createTestTenant(platform);
  const { id } = await tenant.createEngagement();
  const path = `/api/engagements/${id}/plan`;
  expect((await tenant.get(path)).status).toBe(404);
  expect((await tenant.post(`${path}/accept`)).status).toBe(404);

  const { status, body: plan } = await tenant.post<Plan>(path);
  expect(status).toBe(200);
  expect(plan).toMatchObject({
    engagementId: id,
    planned: true,
    planningCost: 0.01,
    budget: 5,
    spent: 0.01,
  });
  expect(plan.remaining).toBeCloseTo(4.99, 9);
  expect(plan.tasks).toHaveLength(2);
  const costs = plan.tasks.map(({ cost }) => cost);
  expect(plan.cost.expected).toBeCloseTo(sumOf(costs, 'expected'), 8);
  for (const { low, expected, high } of [plan.cost, ...costs])
    expect([0, low, expected, high].toSorted((a, b) => a - b)).toEqual([0, low, expected, high]);
  expect(plan.cost.low).toBeGreaterThan(0);
  expect(plan.tasks[0]).toEqual({
    id: 'task-1',
    name: 'Situation analysis',
    description: 'Where the client stands.',
    agent: 'corporate-strategist',
    kind: 'strategy',
    dependsOn: [],
    model: 'scripted-model',
    cost: costs[0],
  });
  expect((await tenant.get<Plan>(path)).body).toEqual(plan);
  const before = await tenant.getEngagement(id);
  expect([before.tasks, before.status, before.runs]).toEqual([[], 'pending', []]);

  const accepted = await tenant.post<Engagement>(`${path}/accept`);
  expect(accepted.status).toBe(200);
  expect(accepted.body.tasks).toEqual(
    plan.tasks.map(({ id, name, description, agent, dependsOn }) => ({
      id,
      name,
      description,
      agent,
      dependsOn,
    })),
  );
  const { body: started } = await tenant.post<RunStarted>(`/api/engagements/${id}/run`);
  const run = await platform.engine.waitForRun(started.runId);
  expect(run.request.tasks).toEqual(accepted.body.tasks);

  // A running engagement is not planned, and its tasks stay.
  expect((await tenant.post(path)).body).toMatchObject({ error: 'Engagement is already running' });
  expect((await tenant.post(`${path}/accept`)).status).toBe(409);
  run.complete();
  await tenant.waitForEnd(id);
});

// ENG-27
test('asks for a plan with the pinned model, and returns what caches are expected to save', async () => {
  const tenant = await createTestTenant(platform);
  const { id } = await tenant.createEngagement({
    tasks: [{ id: 'a', name: 'A' }],
    model: 'scripted-model',
  });
  const path = `/api/engagements/${id}/plan`;
  const { body: plan } = await tenant.post<Plan>(path);
  expect(Object.keys(plan)).not.toContain('cachedShare');
  expect(plan.tasks).toMatchObject([{ id: 'a', model: 'scripted-model' }]);
  const saving = { cachedShare: 0.6, savedUsd: 0.4 };
  const end = changePlans((enginePlan) => ({ ...enginePlan, ...saving }));
  expect((await tenant.post<Plan>(path)).body).toMatchObject(saving);
  end();
  expect((await tenant.get<Plan>(path)).body).toMatchObject(saving);
});

test('prices given tasks at no cost; accepting keeps their other fields', async () => {
  const tenant = await createTestTenant(platform);
  const givenTasks = [
    { id: 'a', name: 'Situation', costCentre: 'KST 7' },
    { id: 'b', name: 'Plan', dependsOn: ['a'] },
  ];
  const { id } = await tenant.createEngagement({ tasks: givenTasks, budget: 0.01 });
  const { body: plan } = await tenant.post<Plan>(`/api/engagements/${id}/plan`);
  expect(plan).toMatchObject({ planned: false, planningCost: 0, spent: 0, remaining: 0.01 });
  const warning = /^The work is expected to cost .*, more than the \$0\.01 left in the budget\.$/;
  expect(plan.warnings).toEqual([expect.stringMatching(warning)]);
  const { body } = await tenant.post<Engagement>(`/api/engagements/${id}/plan/accept`);
  expect(body.tasks[0]).toEqual({
    ...givenTasks[0],
    description: '',
    agent: plan.tasks[0]?.agent,
    dependsOn: [],
  });
});

test('accepts an edited plan by the rules of every edit', async () => {
  const tenant = await createTestTenant(platform);
  const { id } = await tenant.createEngagement();
  await tenant.post(`/api/engagements/${id}/plan`);
  const accept = (tasks: unknown) =>
    tenant.post<Engagement>(`/api/engagements/${id}/plan/accept`, { tasks });
  expect(await accept([{ name: 'X', agent: 'nobody' }])).toMatchObject({
    status: 400,
    body: { code: 'unknown_agent' },
  });
  expect(await accept([{ id: 'a', name: 'X', dependsOn: ['b'] }])).toMatchObject({ status: 400 });
  expect((await accept([{ id: 'only', name: 'One thing' }])).body.tasks).toEqual([
    { id: 'only', name: 'One thing' },
  ]);
});

test('accepts the named plan, and refuses one that a newer plan has replaced', async () => {
  const tenant = await createTestTenant(platform);
  const { id } = await tenant.createEngagement();
  const path = `/api/engagements/${id}/plan`;
  const [olderPlan, newerPlan] = [
    (await tenant.post<Plan>(path)).body,
    (await tenant.post<Plan>(path)).body,
  ];
  expect(newerPlan.id).not.toBe(olderPlan.id);
  expect(await tenant.post(`${path}/accept`, { planId: olderPlan.id })).toMatchObject({
    status: 409,
    body: { code: 'plan_replaced' },
  });
  expect((await tenant.getEngagement(id)).tasks).toEqual([]);
  const accepted = await tenant.post<Engagement>(`${path}/accept`, { planId: newerPlan.id });
  expect(accepted.body.tasks).toHaveLength(newerPlan.tasks.length);
});

// BUD-1, BUD-4
test('counts the cost of planning as spent: no run starts when plans have used up the budget', async () => {
  const tenant = await createTestTenant(platform);
  const { id } = await tenant.createEngagement({ budget: 0.02 });
  for (const spent of [0.01, 0.02]) {
    const { body } = await tenant.post<Plan>(`/api/engagements/${id}/plan`);
    expect(body).toMatchObject({ spent, budget: 0.02 });
    expect(body.warnings).toHaveLength(1);
  }
  const refusal = { status: 409, body: { error: 'Budget exhausted: spent $0.02 of $0.02' } };
  expect(await tenant.post(`/api/engagements/${id}/plan`)).toMatchObject(refusal);
  expect(await tenant.post(`/api/engagements/${id}/run`)).toMatchObject(refusal);
});

test('continues a request that was not answered in time, and pays again only for other material', async () => {
  const tenant = await createTestTenant(platform);
  const { id } = await tenant.createEngagement();
  const path = `/api/engagements/${id}/plan`;
  const end = changePlans((plan) => ({ ...plan, ...nothing, status: 'running' }));
  expect(await tenant.post(path)).toMatchObject({
    status: 502,
    body: { error: expect.stringMatching(/^Engine error: .*request the plan again/) },
  });
  end();
  expect((await tenant.post<Plan>(path)).body.spent).toBe(0.01);
  expect(await ordersOf(id)).toHaveLength(1);

  expect((await tenant.post<Plan>(path)).body.spent).toBe(0.02);
  expect(await ordersOf(id)).toHaveLength(2);
});

/** What the engine answers as long as it has no plan. */
const nothing = {
  tasks: [],
  cost: { lowUsd: 0, expectedUsd: 0, highUsd: 0 },
  planningCostUsd: 0,
  planningSpentUsd: 0,
  spentUsd: 0,
};

test('reports why the planner failed, and stores what it cost', async () => {
  const tenant = await createTestTenant(platform);
  const { id } = await tenant.createEngagement();
  const path = `/api/engagements/${id}/plan`;
  const failWith = (changes: Partial<EnginePlan>) =>
    changePlans((plan) => ({ ...plan, ...nothing, status: 'failed', ...changes }));
  const costs = { planningCostUsd: 5, planningSpentUsd: 5, spentUsd: 5 };

  let end = failWith({ error: 'No task in the brief' });
  expect(await tenant.post(path)).toMatchObject({
    status: 502,
    body: { error: 'Engine error: No task in the brief' },
  });
  end();
  end = failWith({
    error: 'Budget exhausted: …',
    failureReason: 'budget_exhausted',
    ...costs,
  });
  expect(await tenant.post(path)).toMatchObject({
    status: 409,
    body: { error: 'Budget exhausted: spent $5.00 of $5.00' },
  });
  end();
  expect((await tenant.get(path)).status).toBe(404);
  expect((await tenant.post(`/api/engagements/${id}/run`)).status).toBe(409);
});

test('an Idempotency-Key returns the first response again, without another request to the engine', async () => {
  const tenant = await createTestTenant(platform);
  const { id } = await tenant.createEngagement();
  const headers = { cookie: tenant.cookie, 'idempotency-key': 'plan-once' };
  const ask = async () => {
    const answer = await fetch(`${platform.baseUrl}/api/engagements/${id}/plan`, {
      method: 'POST',
      headers,
    });
    return answer.text();
  };
  expect(await ask()).toBe(await ask());
  expect(await ordersOf(id)).toHaveLength(1);
});

test('another tenant can neither read nor make a plan', async () => {
  const [tenant, stranger] = [await createTestTenant(platform), await createTestTenant(platform)];
  const { id } = await tenant.createEngagement();
  await tenant.post(`/api/engagements/${id}/plan`);
  for (const path of [`/api/engagements/${id}/plan`, `/api/engagements/${id}/plan/accept`]) {
    expect(await stranger.post(path)).toMatchObject({ status: 404, body: { error: 'Not found' } });
  }
  expect((await stranger.get(`/api/engagements/${id}/plan`)).status).toBe(404);
  expect((await createClient(platform.baseUrl).get(`/api/engagements/${id}/plan`)).status).toBe(
    401,
  );
  expect(await ordersOf(id)).toHaveLength(1);
});

test('the engine refuses a plan that reaches it once the engagement is deleted', async () => {
  const tenant = await createTestTenant(platform);
  const { id } = await tenant.createEngagement();
  await tenant.delete(`/api/engagements/${id}`);
  const { runId: planId, engagement, ...material } = runRequest({ tasks: [] });
  const late = { ...material, planId, engagement: { ...engagement, id } };
  const refusal = { status: 409, code: 'run_stopped' };
  const { engine } = platform.services;
  await expect(engine.makePlan(tenant.tenantId, late)).rejects.toMatchObject(refusal);
  expect(await engine.getRun(tenant.tenantId, planId)).toBeNull();
});
