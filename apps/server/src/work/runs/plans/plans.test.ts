import type { EnginePlanRequest } from '@ecp/contract/engine/engine-plans';
import type { Engagement } from '@ecp/contract/work/engagements';
import type { Plan } from '@ecp/contract/work/plans';
import type { RunStarted } from '@ecp/contract/work/runs';
import { createClient } from '@ecp/testing/cookie-client';
import { makeScriptedPlan } from '@ecp/testing/scripted-engine/scripted-engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';
import { createTestTenant } from '../../../../testing/test-tenant.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());

const ordersOf = (engagementId: string) =>
  platform.engine.calls
    .filter(({ url }) => url.startsWith('/plans'))
    .map(({ body }) => body as { planId: string; engagement: { id: string } })
    .filter(({ engagement }) => engagement.id === engagementId)
    .map(({ planId }) => planId);

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
  expect(plan.cost).toEqual({ low: 1, expected: 2, high: 4 });
  expect(plan.tasks).toHaveLength(2);
  expect(plan.tasks[0]).toEqual({
    id: 'task-1',
    name: 'Situation analysis',
    description: 'Where the client stands.',
    agent: 'corporate-strategist',
    kind: 'strategy',
    dependsOn: [],
    model: 'scripted-model',
    cost: { low: 0.5, expected: 1, high: 2 },
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
  expect(platform.engine.run(started.runId).request.tasks).toEqual(accepted.body.tasks);

  // A running engagement is not planned, and its tasks stay.
  expect((await tenant.post(path)).body).toMatchObject({ error: 'Engagement is already running' });
  expect((await tenant.post(`${path}/accept`)).status).toBe(409);
  platform.engine.run(started.runId).complete();
  await tenant.waitForEnd(id);
});

// ENG-27
test('asks for a plan with the pinned model, and returns what caches are expected to save', async () => {
  const tenant = await createTestTenant(platform);
  const { id } = await tenant.createEngagement({
    tasks: [{ id: 'a', name: 'A' }],
    model: 'swift-2',
  });
  const path = `/api/engagements/${id}/plan`;
  expect(Object.keys((await tenant.post<Plan>(path)).body)).not.toContain('cachedShare');
  const order = platform.engine.calls.findLast(({ url }) => url.startsWith('/plans'));
  expect(order?.body).toMatchObject({ engagement: { id, model: 'swift-2' } });
  const answer = {
    ...makeScriptedPlan(order?.body as EnginePlanRequest, 0),
    cachedShare: 0.6,
    savedUsd: 0.4,
  };
  const end = platform.engine.interfere(({ url }) =>
    url.startsWith('/plans') ? { kind: 'answer', status: 200, body: answer } : undefined,
  );
  const saving = { cachedShare: 0.6, savedUsd: 0.4 };
  expect((await tenant.post<Plan>(path)).body).toMatchObject(saving);
  end();
  expect((await tenant.get<Plan>(path)).body).toMatchObject(saving);
});

test('prices given tasks at no cost; accepting keeps their other fields', async () => {
  const tenant = await createTestTenant(platform);
  const given = [
    { id: 'a', name: 'Situation', costCentre: 'KST 7' },
    { id: 'b', name: 'Plan', dependsOn: ['a'] },
  ];
  const { id } = await tenant.createEngagement({ tasks: given, budget: 3 });
  const { body: plan } = await tenant.post<Plan>(`/api/engagements/${id}/plan`);
  expect(plan).toMatchObject({ planned: false, planningCost: 0, spent: 0, remaining: 3 });
  expect(plan.warnings).toEqual([
    'The work may cost up to $4.00, more than the $3.00 left in the budget.',
  ]);
  const { body } = await tenant.post<Engagement>(`/api/engagements/${id}/plan/accept`);
  expect(body.tasks[0]).toEqual({
    ...given[0],
    description: '',
    agent: 'corporate-strategist',
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
  const [seen, newer] = [
    (await tenant.post<Plan>(path)).body,
    (await tenant.post<Plan>(path)).body,
  ];
  expect(newer.id).not.toBe(seen.id);
  expect(await tenant.post(`${path}/accept`, { planId: seen.id })).toMatchObject({
    status: 409,
    body: { code: 'plan_replaced' },
  });
  expect((await tenant.getEngagement(id)).tasks).toEqual([]);
  const accepted = await tenant.post<Engagement>(`${path}/accept`, { planId: newer.id });
  expect(accepted.body.tasks).toHaveLength(newer.tasks.length);
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

test('continues a request whose response was lost, and pays again only for other material', async () => {
  const tenant = await createTestTenant(platform);
  const { id } = await tenant.createEngagement();
  const path = `/api/engagements/${id}/plan`;
  const letPass = platform.engine.interfere(({ url }) =>
    url.startsWith('/plans') ? { kind: 'lose_answer' } : undefined,
  );
  expect(await tenant.post(path)).toMatchObject({
    status: 502,
    body: { error: 'Engine error: The engine could not be reached' },
  });
  letPass();
  expect((await tenant.post<Plan>(path)).body.spent).toBe(0.01);
  const [lost, taken, ...none] = ordersOf(id);
  expect([taken, none]).toEqual([lost, []]);

  expect((await tenant.post<Plan>(path)).body.spent).toBe(0.02);
  expect(new Set(ordersOf(id)).size).toBe(2);
});

test('reports why the planner failed, and stores what it cost', async () => {
  const tenant = await createTestTenant(platform);
  const { id } = await tenant.createEngagement();
  const path = `/api/engagements/${id}/plan`;
  const nothing = {
    tasks: [],
    cost: { lowUsd: 0, expectedUsd: 0, highUsd: 0 },
    planned: true,
    learnedFromTasks: 0,
  };
  const answerWith = (body: object) =>
    platform.engine.interfere(({ url }) =>
      url.startsWith('/plans')
        ? {
            kind: 'answer',
            status: 200,
            body: { planId: 'p', ...nothing, failureReason: null, error: null, ...body },
          }
        : undefined,
    );
  const costs = { planningCostUsd: 5, planningSpentUsd: 5, spentUsd: 5 };
  const spares = { planningCostUsd: 0, planningSpentUsd: 0, spentUsd: 0 };

  let letPass = answerWith({ status: 'running', ...spares });
  expect((await tenant.post(path)).body).toMatchObject({
    error: expect.stringMatching(/^Engine error: .*request the plan again/),
  });
  letPass();
  letPass = answerWith({ status: 'failed', error: 'No task in the brief', ...spares });
  expect(await tenant.post(path)).toMatchObject({
    status: 502,
    body: { error: 'Engine error: No task in the brief' },
  });
  letPass();
  letPass = answerWith({
    status: 'failed',
    error: 'Budget exhausted: …',
    failureReason: 'budget_exhausted',
    ...costs,
  });
  expect(await tenant.post(path)).toMatchObject({
    status: 409,
    body: { error: 'Budget exhausted: spent $5.00 of $5.00' },
  });
  letPass();
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
  expect(ordersOf(id)).toHaveLength(1);
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
  expect(ordersOf(id)).toHaveLength(1);
});

test('deleting an engagement also erases a plan request that has not reached the engine yet', async () => {
  const tenant = await createTestTenant(platform);
  const { id } = await tenant.createEngagement();
  const letPass = platform.engine.interfere(({ url }) =>
    url.startsWith('/plans') ? { kind: 'cut' } : undefined,
  );
  await tenant.post(`/api/engagements/${id}/plan`);
  letPass();
  await tenant.delete(`/api/engagements/${id}`);
  const erased = () =>
    platform.engine.calls.find(({ method, url }) => method === 'DELETE' && url.endsWith(id));
  await expect.poll(erased).toMatchObject({ body: { runIds: ordersOf(id) } });
});
