import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import { pollUntil } from '@ecp/testing/poll-until';
import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEngineClient, isOver, testTenant } from '../../../testing/engine/engine-client.ts';
import { createEngineDatabase } from '../../../testing/engine/engine-database.ts';
import {
  type EngineProcess,
  readExecutorId,
  startEngineProcess,
} from '../../../testing/engine/engine-process.ts';
import { askPlan } from '../../../testing/engine/plan-price/price-brief.ts';
import {
  type PricedProvider,
  startPricedProvider,
} from '../../../testing/engine/priced-provider.ts';
import { readMoney } from '../../../testing/engine/read-money.ts';
import { findRunFaults } from '../../../testing/engine/run-integrity.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';

let fresh: FreshDatabase;
let provider: PricedProvider;
const engines: EngineProcess[] = [];

/** Starts a process. */
async function start(): Promise<EngineProcess> {
  const engine = await startEngineProcess(fresh.url, provider.environment);
  engines.push(engine);
  return engine;
}

/** Kills a process with -9. */
async function kill(engine: EngineProcess): Promise<void> {
  engines.splice(engines.indexOf(engine), 1);
  await engine.kill();
}

/** Returns the process that executes a run that has begun, and another one. */
async function whoExecutes(
  runId: string,
): Promise<{ executor: EngineProcess; other: EngineProcess }> {
  const work = await pollUntil(
    () => durableRecords(fresh, 'engine').find(`${testTenant}/${runId}`),
    (found) => found?.state === 'running',
  );
  const [first, second] = engines;
  if (!first || !second) throw new Error('Two engines are expected');
  const isFirst = work?.owner === (await readExecutorId(fresh, first));
  return isFirst ? { executor: first, other: second } : { executor: second, other: first };
}

async function faultsOf(
  engine: EngineProcess,
  request: ReturnType<typeof runRequest>,
): Promise<string[]> {
  const events = await engine.eventsUntil(request.runId, isOver);
  return findRunFaults(fresh, provider.meter.calls, request, events);
}

beforeAll(async () => {
  fresh = await createEngineDatabase();
  provider = await startPricedProvider();
  await start();
  await start();
});
afterAll(async () => {
  for (const engine of engines) await engine.kill();
  await provider.close();
  await fresh.drop();
});
beforeEach(() => {
  provider.latencyMs = 0;
  provider.failWhen(() => null);
});

/** Each test goes on with the processes of the one before it. */
describe('two engine processes on one database', () => {
  // PRO-4
  it('can stop each other’s runs: calls are aborted, no call follows', async () => {
    provider.failWhen(() => ({ kind: 'hang' }));
    const run = runRequest();
    await engines[0]?.startRun(run);
    await provider.meter.waitFor(({ inFlight }) => inFlight === 2);
    const { other } = await whoExecutes(run.runId);
    const stopped = await other.control(run.runId, 'stop');
    const callsAtAnswer = provider.meter.calls.length;
    expect(stopped).toMatchObject({ status: 'failed', error: 'Stopped by user' });
    // The provider learns of an aborted call a moment after the engine has ended it.
    await pollUntil(
      async () => provider.meter.calls.slice(-2),
      (calls) => calls.every(({ outcome }) => outcome === 'aborted by client'),
    );
    const events = await other.eventsUntil(run.runId, isOver);
    expect(events.at(-1)).toMatchObject({
      type: 'status',
      status: 'failed',
      error: 'Stopped by user',
    });
    await pollUntil(
      () => durableRecords(fresh, 'engine').read(),
      (works) =>
        !works.some(({ id, state }) => state === 'running' && id.includes(`/${run.runId}`)),
    );
    expect(provider.meter.calls).toHaveLength(callsAtAnswer);
    expect((await other.readRun(run.runId)).lastEvent).toBe(events.length);
  });

  // PRO-7
  it('survive kill -9 of one: the other completes its runs, nothing is paid twice', async () => {
    provider.latencyMs = 150;
    const runs = Array.from({ length: 3 }, () => runRequest());
    for (const run of runs) await engines[1]?.startRun(run);
    const { executor: victim, other: survivor } = await whoExecutes(runs[0]?.runId ?? '');
    const before = provider.meter.calls.length;
    await provider.meter.waitFor(({ calls }) => calls.length > before + 6);
    await kill(victim);
    for (const run of runs) expect(await faultsOf(survivor, run)).toEqual([]);
  });

  // PRO-6
  it('give a caller that waits the plan that one has taken over from one that was killed', async () => {
    const { runId: planId, engagement, sources, previous } = runRequest();
    const order = { planId, engagement, sources, previous, tasks: [] };
    await start();
    const [begun, costNanoUsd] = [provider.meter.calls.length, provider.meter.costNanoUsd];
    provider.failWhen(() => ({ kind: 'hang' }));
    const caller = await createEngineClient(fresh.url);
    const waiting = askPlan(caller, order);
    await provider.meter.waitFor(({ inFlight }) => inFlight === 1);
    const { executor } = await whoExecutes(planId);
    await kill(executor);
    provider.failWhen(() => null);

    const plan = await waiting;
    expect(plan.tasks.length).toBeGreaterThan(0);
    // The call with an unknown outcome counts at its worst case, the second one at its price.
    const calls = () => provider.meter.calls.slice(begun);
    expect(calls().map(({ outcome }) => outcome)).toEqual(['aborted by client', 'answered']);
    const money = await readMoney(fresh, engagement.id);
    expect(money).toMatchObject({ reserved: 0, calls: money.spent });
    expect(money.spent).toBeGreaterThan(provider.meter.costNanoUsd - costNanoUsd);
    expect(money.spent).toBeLessThanOrEqual(money.limit);
    expect(await askPlan(caller, order)).toEqual(plan);
    expect(calls()).toHaveLength(2);
    await caller.closeCalls();
  });
});
