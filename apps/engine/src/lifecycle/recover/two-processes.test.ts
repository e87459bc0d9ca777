import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isOver, testTenant } from '../../../testing/engine-client.ts';
import { type EngineProcess, startEngineProcess } from '../../../testing/engine-process.ts';
import { type PricedProvider, startPricedProvider } from '../../../testing/priced-provider.ts';
import { findRunFaults } from '../../../testing/run-integrity.ts';
import { runRequest } from '../../../testing/run-request.ts';

let fresh: FreshDatabase;
let provider: PricedProvider;
/** Processes by executor id. */
const engines = new Map<string, EngineProcess>();

/** Starts a process, which claims the lowest free slot. */
async function start(executorId: string): Promise<void> {
  engines.set(executorId, await startEngineProcess(fresh.url, provider.environment));
}

const engineOf = (executorId: string): EngineProcess => {
  const engine = engines.get(executorId);
  if (!engine) throw new Error(`No engine ${executorId}`);
  return engine;
};

/** Returns the executor of a run that has begun, and another executor. */
async function whoExecutes(runId: string): Promise<{ executor: string; other: string }> {
  const work = await pollUntil(
    () => durableRecords(fresh, 'engine').find(`${testTenant}/${runId}`),
    (found) => found?.status === 'PENDING',
  );
  const executor = work?.executorId ?? '';
  return { executor, other: [...engines.keys()].find((id) => id !== executor) ?? '' };
}

async function faultsOf(engine: EngineProcess, request: ReturnType<typeof runRequest>): Promise<string[]> {
  const events = await engine.eventsUntil(request.runId, isOver);
  return findRunFaults(fresh, provider.meter.calls, request, events);
}

beforeAll(async () => {
  fresh = await createFreshDatabase();
  provider = await startPricedProvider();
  await start('engine-1');
  await start('engine-2');
});
afterAll(async () => {
  for (const engine of engines.values()) await engine.kill();
  await provider.close();
  await fresh.drop();
});
beforeEach(() => {
  provider.latencyMs = 0;
  provider.failWhen(() => null);
});

describe('two engine processes on one database', () => {
  // PRO-4
  it('can stop each other’s runs: calls are aborted within 200 ms, no call follows', async () => {
    provider.failWhen(() => ({ kind: 'hang' }));
    const delaysMs: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const run = runRequest();
      await engineOf('engine-1').startRun(run);
      await provider.meter.waitFor(({ inFlight }) => inFlight === 2);
      const { other } = await whoExecutes(run.runId);
      const requestedAtMs = Date.now();
      const stopped = await engineOf(other).control(run.runId, 'stop');
      const callsAtAnswer = provider.meter.calls.length;
      expect(stopped).toMatchObject({ status: 'failed', error: 'Stopped by user' });
      // The provider learns of an aborted call a moment after the engine has ended it.
      const aborted = await pollUntil(
        async () => provider.meter.calls.slice(-2),
        (calls) => calls.every(({ outcome }) => outcome === 'aborted by client'),
      );
      delaysMs.push(Math.max(...aborted.map(({ finishedAtMs }) => (finishedAtMs ?? 0) - requestedAtMs)));
      const events = await engineOf(other).eventsUntil(run.runId, isOver);
      expect(events.at(-1)).toMatchObject({ type: 'status', status: 'failed', error: 'Stopped by user' });
      await pollUntil(
        () => durableRecords(fresh, 'engine').read(),
        (works) => !works.some(({ id, status }) => status === 'PENDING' && id.includes(`/${run.runId}`)),
      );
      expect(provider.meter.calls).toHaveLength(callsAtAnswer);
      expect((await engineOf(other).readRun(run.runId)).lastEvent).toBe(events.length);
    }
    // The test uses the median, because the first round opens connections and other tests share the processors.
    expect(delaysMs.sort((a, b) => a - b)[1]).toBeLessThan(200);
  });

  // PRO-7
  it('survive kill -9 of one: the other completes its runs within 15 s, nothing is paid twice', async () => {
    provider.latencyMs = 150;
    const runs = Array.from({ length: 6 }, () => runRequest());
    for (const run of runs) await engineOf('engine-2').startRun(run);
    const owners = await Promise.all(runs.map(({ runId }) => whoExecutes(runId)));
    const victim = owners[0]?.executor ?? '';
    const survivor = owners[0]?.other ?? '';
    const before = provider.meter.calls.length;
    await provider.meter.waitFor(({ calls }) => calls.length > before + 6);
    await engineOf(victim).kill();
    const killedAtMs = performance.now();
    for (const run of runs) expect(await faultsOf(engineOf(survivor), run)).toEqual([]);
    expect(performance.now() - killedAtMs).toBeLessThan(15_000);
    await start(victim);
  });

  it('a process that loses its executor slot ends at once; the other completes its runs, nothing is done twice', async () => {
    provider.latencyMs = 150;
    const run = runRequest();
    await engineOf('engine-1').startRun(run);
    const { executor, other } = await whoExecutes(run.runId);
    const before = provider.meter.calls.length;
    await provider.meter.waitFor(({ calls }) => calls.length > before + 2);
    const terminated = await fresh.asSuperuser(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 7305201 and objid = $1
         and database = (select oid from pg_database where datname = current_database())`,
      [Number(executor.split('-')[1])],
    );
    expect(terminated).toHaveLength(1);
    const lostAtMs = performance.now();
    expect(await engineOf(executor).exited).toMatchObject({ code: 1 });
    expect(performance.now() - lostAtMs).toBeLessThan(1_000);
    expect(engineOf(executor).output()).toContain('Lost the executor slot');
    expect(await faultsOf(engineOf(other), run)).toEqual([]);
    expect(performance.now() - lostAtMs).toBeLessThan(15_000);
    await start(executor);
  });

  it('a paused run stays paused through kill -9 of all processes, and completes after Resume', async () => {
    provider.latencyMs = 50;
    const run = runRequest();
    await engineOf('engine-1').startRun(run);
    const before = provider.meter.calls.length;
    await provider.meter.waitFor(({ calls }) => calls.length > before + 2);
    await engineOf('engine-1').control(run.runId, 'pause');
    for (const engine of engines.values()) await engine.kill();
    await start('engine-1');
    await start('engine-2');
    const callsAfterKill = provider.meter.calls.length;
    // Waits until the run is taken over: its workflows wait in a living process.
    await pollUntil(
      () => durableRecords(fresh, 'engine').find(`${testTenant}/${run.runId}`),
      (work) => work?.status === 'PENDING',
    );
    const paused = await engineOf('engine-1').readRun(run.runId);
    expect(paused).toMatchObject({ status: 'paused', snapshot: { tasks: [{}, {}, { id: 'plan', state: 'pending' }] } });
    expect(provider.meter.calls).toHaveLength(callsAfterKill);
    await engineOf('engine-2').control(run.runId, 'resume');
    expect(await faultsOf(engineOf('engine-1'), run)).toEqual([]);
  });
});
