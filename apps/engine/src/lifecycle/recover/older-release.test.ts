import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isOver, ofType, testTenant } from '../../../testing/engine-client.ts';
import { type EngineProcess, readExecutorId, startEngineProcess } from '../../../testing/engine-process.ts';
import { type PricedProvider, startPricedProvider } from '../../../testing/priced-provider.ts';
import { findRunFaults } from '../../../testing/run-integrity.ts';
import { runRequest } from '../../../testing/run-request.ts';
import { engineVersion } from '../../kernel/runs/engine-version.ts';

let fresh: FreshDatabase;
let provider: PricedProvider;
const engines: EngineProcess[] = [];

async function start(release: 'this' | 'older', environment: Record<string, string> = {}): Promise<EngineProcess> {
  const engine = await startEngineProcess(fresh.url, { ...provider.environment, ...environment }, { release });
  engines.push(engine);
  return engine;
}

beforeEach(async () => {
  fresh = await createFreshDatabase();
  provider = await startPricedProvider();
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.kill();
  await provider.close();
  await fresh.drop();
});

async function faultsOf(engine: EngineProcess, request: ReturnType<typeof runRequest>): Promise<string[]> {
  const events = await engine.eventsUntil(request.runId, isOver);
  return findRunFaults(fresh, provider.meter.calls, request, events);
}

/** Returns the durable work of a run, without that of its tasks. */
function workOf(runId: string) {
  return durableRecords(fresh, 'engine').find(`${testTenant}/${runId}`);
}

describe('a run that an older release started', () => {
  // PRO-8
  it('is finished by this release after kill -9 in the middle, nothing is paid twice, no event is missing', async () => {
    provider.latencyMs = 60;
    const older = await start('older');
    const early = runRequest();
    await older.startRun(early);
    await older.eventsUntil(early.runId, (events) => ofType(events, 'task_complete').length > 0);
    const late = runRequest();
    await older.startRun(late);
    await older.eventsUntil(late.runId, (events) => ofType(events, 'cost').length > 1);
    await older.kill();
    const paid = await fresh.asSuperuser(`select 1 from engine.model_calls where answer is not null`);
    expect(paid.length).toBeGreaterThan(4);
    const engine = await start('this');
    expect(await faultsOf(engine, early)).toEqual([]);
    expect(await faultsOf(engine, late)).toEqual([]);
    expect(await workOf(early.runId)).toMatchObject({ version: engineVersion });
  });

  // PRO-8
  it('stays with the older process while that lives, but queued work does not', async () => {
    provider.latencyMs = 60;
    const older = await start('older', { ENGINE_MAX_RUNS: '1' });
    const paused = runRequest();
    await older.startRun(paused);
    await older.eventsUntil(paused.runId, (events) => ofType(events, 'cost').length > 1);
    await older.control(paused.runId, 'pause');
    const queued = runRequest();
    await older.startRun(queued);
    const engine = await start('this');
    expect(await faultsOf(engine, queued)).toEqual([]);
    // The workflow writes the last event before its own record.
    await pollUntil(
      () => workOf(queued.runId),
      (work) => work?.version === engineVersion && work.status === 'SUCCESS',
    );
    expect(await workOf(paused.runId)).toMatchObject({
      version: String(Number(engineVersion) - 1),
      status: 'PENDING',
      executorId: await readExecutorId(fresh, older),
    });
    await older.kill();
    await pollUntil(
      () => workOf(paused.runId),
      (work) => work?.version === engineVersion && work.status === 'PENDING',
    );
    expect(await engine.readRun(paused.runId)).toMatchObject({ status: 'paused' });
    await engine.control(paused.runId, 'resume');
    expect(await faultsOf(engine, paused)).toEqual([]);
  });
});

describe('a run that a newer release started', () => {
  it('goes back into the queue for that release, and no older one executes it', async () => {
    provider.failWhen(() => ({ kind: 'hang' }));
    const first = await start('this');
    const [newer, own] = [runRequest(), runRequest()];
    for (const run of [newer, own]) await first.startRun(run);
    await provider.meter.waitFor(({ inFlight }) => inFlight === 4);
    await first.kill();
    await durableRecords(fresh, 'engine').change(`${testTenant}/${newer.runId}`, { version: '99' });
    provider.failWhen(() => null);
    const next = await start('this');
    expect(await faultsOf(next, own)).toEqual([]);
    expect(await workOf(newer.runId)).toMatchObject({ version: '99', status: 'ENQUEUED' });
    const answers = await fresh.asSuperuser(
      `select 1 from engine.model_calls where run_id = $1 and answer is not null`,
      [newer.runId],
    );
    expect(answers).toEqual([]);
  });
});
