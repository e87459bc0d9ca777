import type { EnginePlan } from '@ecp/contract/engine/engine-plans';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineProcess, startEngineProcess } from '../../testing/engine-process.ts';
import { askPlan } from '../../testing/plan-price/price-brief.ts';
import { type PricedProvider, startPricedProvider } from '../../testing/priced-provider.ts';
import { readMoney } from '../../testing/read-money.ts';
import { runRequest } from '../../testing/run-request.ts';

let fresh: FreshDatabase;
let provider: PricedProvider;
const engines: EngineProcess[] = [];
const start = async (): Promise<EngineProcess> => {
  const engine = await startEngineProcess(fresh.url, provider.environment);
  engines.push(engine);
  return engine;
};

beforeAll(async () => {
  fresh = await createFreshDatabase();
  provider = await startPricedProvider();
});
afterAll(async () => {
  for (const engine of engines) await engine.kill();
  await provider.close();
  await fresh.drop();
});

// PRO-6
test('an engine takes over a plan from one that was killed during planning, and returns it', async () => {
  const { runId: planId, engagement, sources, previous } = runRequest();
  const order = { planId, engagement, sources, previous, tasks: [] };
  const first = await start();
  provider.failWhen(() => ({ kind: 'hang' }));
  const { body } = await first.request('POST', '/plans', order);
  expect(body as EnginePlan).toMatchObject({ status: 'running', tasks: [], error: null });
  await provider.meter.waitFor(({ inFlight }) => inFlight === 1);
  const second = await start();
  await first.kill();
  provider.failWhen(() => null);

  const plan = await askPlan(second, order);
  expect(plan.tasks.length).toBeGreaterThan(0);
  // The call with an unknown outcome counts at its worst case, the second one at its price.
  expect(provider.meter.calls.map(({ outcome }) => outcome)).toEqual(['aborted by client', 'answered']);
  const money = await readMoney(fresh, engagement.id);
  expect(money).toMatchObject({ reserved: 0, calls: money.spent });
  expect(money.spent).toBeGreaterThan(provider.meter.costNanoUsd);
  expect(money.spent).toBeLessThanOrEqual(money.limit);
  expect(await askPlan(second, order)).toEqual(plan);
  expect(provider.meter.calls).toHaveLength(2);
});
