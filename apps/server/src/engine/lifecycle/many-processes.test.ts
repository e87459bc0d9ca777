import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import type { MeteredCall } from '@ecp/testing/fake-llm/fake-llm-meter';
import { type FaultProxy, startFaultProxy, throughProxy } from '@ecp/testing/fault-proxy';
import { pollUntil } from '@ecp/testing/poll-until';
import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import pg from 'pg';
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
  textOf,
} from '../../../testing/engine/priced-provider.ts';
import { readMoney } from '../../../testing/engine/read-money.ts';
import { findRunFaults } from '../../../testing/engine/run-integrity.ts';
import { runRequest, wideRequest } from '../../../testing/engine/run-request.ts';

/** So many that each process gets some: one without a run would keep its lease and go on. */
const runCount = 9;

let fresh: FreshDatabase;
let provider: PricedProvider;
let proxy: FaultProxy;
let locker: pg.Client;
const engines: EngineProcess[] = [];

/** Starts a process. */
async function start(databaseUrl = fresh.url): Promise<EngineProcess> {
  const engine = await startEngineProcess(databaseUrl, provider.environment);
  engines.push(engine);
  return engine;
}

/** Starts a process that reaches the database through the proxy. */
const startBehindProxy = () => start(throughProxy(fresh.url, proxy));

/** Forgets a process that ends. */
function forget(engine: EngineProcess): void {
  engines.splice(engines.indexOf(engine), 1);
}

/** Kills a process with -9. */
async function kill(engine: EngineProcess): Promise<void> {
  forget(engine);
  await engine.kill();
}

/** Returns the process that executes a run that has begun, and another one. */
async function whoExecutes(
  runId: string,
): Promise<{ executor: EngineProcess; bystander: EngineProcess }> {
  const work = await pollUntil(
    () => durableRecords(fresh, 'engine').find(`${testTenant}/${runId}`),
    (record) => record?.state === 'running',
  );
  const [first, second] = engines;
  if (!first || !second) throw new Error('Two engines are expected');
  const isFirst = work?.owner === (await readExecutorId(fresh, first));
  return isFirst ? { executor: first, bystander: second } : { executor: second, bystander: first };
}

async function faultsOf(
  engine: EngineProcess,
  request: ReturnType<typeof runRequest>,
): Promise<string[]> {
  const events = await engine.eventsUntil(request.runId, isOver);
  return findRunFaults(fresh, provider.meter.calls, request, events);
}

/** Counts the runs that each process executes, by executor id. */
async function countByExecutor(): Promise<Map<string, number>> {
  const works = await durableRecords(fresh, 'engine').read();
  const begun = works.filter(({ kind, state }) => kind === 'run' && state === 'running');
  const byExecutor = Map.groupBy(begun, ({ owner }) => owner ?? '');
  return new Map([...byExecutor].map(([executor, runs]) => [executor, runs.length]));
}

const add = (sum: number, count: number) => sum + count;

/** Lets the time pass after which the leases of processes that renew them no more have expired. */
async function endLeases(...silent: EngineProcess[]): Promise<void> {
  await fresh.asSuperuser(
    'update platform.executor_leases set expires_at = now() where pid = any($1)',
    [silent.map(({ pid }) => pid)],
  );
}

beforeAll(async () => {
  fresh = await createEngineDatabase();
  provider = await startPricedProvider();
  const { hostname, port } = new URL(fresh.url);
  proxy = await startFaultProxy({ host: hostname, port: Number(port) });
  locker = new pg.Client(fresh.adminUrl);
  await locker.connect();
});
afterAll(async () => {
  for (const engine of engines) await engine.kill();
  await locker.end();
  await proxy.close();
  await provider.close();
  await fresh.drop();
});
beforeEach(() => {
  provider.latencyMs = 0;
  provider.failWhen(() => null);
});

/** Each test goes on with the processes that the one before it has left. */
describe('several engine processes on one database', () => {
  // LEA-12
  it('ask the provider for nothing when they learn of a reservation after a takeover', async () => {
    // The run has one task: the reservations of two could both wait before the test sees the first.
    const run = wideRequest(1);
    const zombie = await startBehindProxy();
    const executorId = await readExecutorId(fresh, zombie);
    await locker.query('begin');
    await locker.query('lock table engine.model_calls in share row exclusive mode');
    await zombie.startRun(run);
    const waiting = `select 1 from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'`;
    await pollUntil(
      () => fresh.asSuperuser(waiting, [executorId]),
      (sessions) => sessions.length > 0,
    );
    // The reservation commits, and its answer is held back until the other engine has ended the run.
    proxy.set({ kind: 'black-hole' });
    await locker.query('commit');
    const heldBack = `select status from engine.model_calls where run_id = $1 and executor_id = $2`;
    const readHeldBack = () => fresh.asSuperuser(heldBack, [run.runId, executorId]);
    await pollUntil(readHeldBack, (calls) => calls.length > 0);
    await endLeases(zombie);
    const survivor = await start();
    const events = await survivor.eventsUntil(run.runId, isOver);
    expect(events.at(-1)).toMatchObject({ type: 'status', status: 'completed' });
    const requests = provider.meter.calls.length;
    expect(await readHeldBack()).toEqual([{ status: 'unknown' }]);
    proxy.set({ kind: 'pass' });
    expect(await zombie.exited).toMatchObject({ code: 1 });
    forget(zombie);
    expect(zombie.output()).toContain('Lost the lease');
    expect(provider.meter.calls).toHaveLength(requests);
  });

  // PRO-4
  it('can stop each other’s runs: calls are aborted, no call follows', async () => {
    provider.failWhen(() => ({ kind: 'hang' }));
    await start();
    const run = runRequest();
    await engines[0]?.startRun(run);
    await provider.meter.waitFor(({ inFlight }) => inFlight === 2);
    const { bystander } = await whoExecutes(run.runId);
    const stopped = await bystander.control(run.runId, 'stop');
    const callsAtAnswer = provider.meter.calls.length;
    expect(stopped).toMatchObject({ status: 'failed', error: 'Stopped by user' });
    // The provider learns of an aborted call a moment after the engine has ended it.
    await pollUntil(
      async () => provider.meter.calls.slice(-2),
      (calls) => calls.every(({ outcome }) => outcome === 'aborted by client'),
    );
    const events = await bystander.eventsUntil(run.runId, isOver);
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
    expect((await bystander.readRun(run.runId)).lastEvent).toBe(events.length);
  });

  // PRO-6, PRO-7
  it('survive kill -9 of one: the other completes its runs and its plan, for which a caller waits, and nothing is paid twice', async () => {
    const { runId: planId, engagement, sources, previous } = runRequest();
    const order = { planId, engagement, sources, previous, tasks: [] };
    const begun = provider.meter.calls.length;
    const isOfPlan = ({ body }: MeteredCall) => textOf({ body }).includes(engagement.name);
    const callsOfPlan = () => provider.meter.calls.slice(begun).filter(isOfPlan);
    const gate = Promise.withResolvers<void>();
    provider.failWhen(() => ({ waitsFor: gate.promise }));
    const caller = await createEngineClient(fresh.url);
    const waiting = askPlan(caller, order);
    await provider.meter.waitFor(({ inFlight }) => inFlight === 1);
    const { executor, bystander: survivor } = await whoExecutes(planId);
    const runs = Array.from({ length: 3 }, () => wideRequest(2));
    for (const run of runs) await survivor.startRun(run);
    await provider.meter.waitFor(({ inFlight }) => inFlight > runs.length);
    await kill(executor);
    await provider.meter.waitFor(() => callsOfPlan()[0]?.outcome !== 'in flight');
    gate.resolve();

    const plan = await waiting;
    expect(plan.tasks.length).toBeGreaterThan(0);
    // The call with an unknown outcome counts at its worst case, the second one at its price.
    expect(callsOfPlan().map(({ outcome }) => outcome)).toEqual(['aborted by client', 'answered']);
    const money = await readMoney(fresh, engagement.id);
    expect(money).toMatchObject({ reserved: 0, calls: money.spent });
    expect(money.spent).toBeGreaterThan(callsOfPlan()[1]?.costNanoUsd ?? 0);
    expect(money.spent).toBeLessThanOrEqual(money.limit);
    expect(await askPlan(caller, order)).toEqual(plan);
    expect(callsOfPlan()).toHaveLength(2);
    await caller.closeCalls();
    for (const run of runs) expect(await faultsOf(survivor, run)).toEqual([]);
    // A kill blames no run, as the process that has ended may have been killed for any reason.
    const blamed = 'select id from engine.runs where lost_processes > 0 and id = any($1)';
    expect(await fresh.asSuperuser(blamed, [runs.map(({ runId }) => runId)])).toEqual([]);
  });

  // RUN-21, SET-2, LEA-2, LEA-3, LEA-4
  it('survive that one is frozen and one cut off without a word: the last takes over, nothing is doubled', async () => {
    const [survivor] = engines;
    if (!survivor) throw new Error('An engine is expected');
    const [frozen, unreachable] = [await start(), await startBehindProxy()];
    // No run ends before the last has begun, however slow the machine is.
    provider.latencyMs = 4_000;
    const runs = Array.from({ length: runCount }, () => wideRequest(1));
    // The requests use all processes. A run is executed by the process that takes it from the
    // queue.
    await Promise.all(runs.map((run, index) => engines[index % engines.length]?.startRun(run)));
    await pollUntil(countByExecutor, (counts) => counts.values().reduce(add, 0) === runCount);
    provider.latencyMs = 400;
    const callsBefore = provider.meter.calls.length;
    await provider.meter.waitFor(({ calls }) => calls.length > callsBefore + 6);
    const survivorId = await readExecutorId(fresh, survivor);
    const before = await countByExecutor();
    expect([...before.keys()].filter((executor) => executor !== survivorId).length).toBeGreaterThan(
      0,
    );
    frozen.signal('SIGSTOP');
    proxy.set({ kind: 'black-hole' });
    await endLeases(frozen, unreachable);
    await pollUntil(
      () => durableRecords(fresh, 'engine').read(),
      (works) =>
        works.every(({ state, owner }) => {
          return state !== 'waiting' && (state !== 'running' || owner === survivorId);
        }),
    );
    // They come back and find that their work is no longer theirs.
    frozen.signal('SIGCONT');
    proxy.set({ kind: 'pass' });
    for (const zombie of [frozen, unreachable]) {
      expect(await zombie.exited).toMatchObject({ code: 1 });
      expect(zombie.output()).toContain('Lost the lease');
    }
    for (const run of runs) {
      const events = await survivor.eventsUntil(run.runId, isOver);
      expect(await findRunFaults(fresh, provider.meter.calls, run, events)).toEqual([]);
    }
  });
});
