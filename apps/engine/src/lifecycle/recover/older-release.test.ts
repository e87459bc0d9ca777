import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import type { ChatRequest } from '@ecp/testing/fake-llm/fake-llm-wire';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isOver, ofType, testTenant } from '../../../testing/engine-client.ts';
import { type EngineProcess, readExecutorId, startEngineProcess } from '../../../testing/engine-process.ts';
import { type PricedProvider, purposeOf, startPricedProvider, textOf } from '../../../testing/priced-provider.ts';
import { findRunFaults } from '../../../testing/run-integrity.ts';
import { runRequest } from '../../../testing/run-request.ts';
import { engineVersion } from '../../kernel/runs.ts';

let fresh: FreshDatabase;
let provider: PricedProvider;
const engines: EngineProcess[] = [];

async function start(release: 'this' | 'older', environment: Record<string, string> = {}): Promise<EngineProcess> {
  const engine = await startEngineProcess(fresh.url, { ...provider.environment, ...environment }, { release });
  engines.push(engine);
  return engine;
}

beforeAll(async () => {
  fresh = await createFreshDatabase();
  provider = await startPricedProvider();
});
afterAll(async () => {
  for (const engine of engines) await engine.kill();
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

/** Returns true for a call of the run: the name of a run stands in all its calls. */
const isOf = ({ runId }: { runId: string }, body: ChatRequest) => textOf({ body }).includes(` ${runId}.`);

// PRO-8
it('an older release keeps its runs while it lives, but no queued work; after kill -9 in the middle this one finishes them', async () => {
  provider.latencyMs = 60;
  // A tenant may have half of the runs.
  const older = await start('older', { ENGINE_MAX_RUNS: '5' });
  const [paused, early, late, queued] = [runRequest(), runRequest(), runRequest(), runRequest()];
  await older.startRun(paused);
  await older.eventsUntil(paused.runId, (events) => ofType(events, 'cost').length > 1);
  await older.control(paused.runId, 'pause');
  // The provider keeps both runs from ending. One has a complete task at the kill, and the other has a few calls.
  provider.failWhen((body) => {
    if (isOf(early, body) && textOf({ body }).includes('Task: Growth plan')) return { kind: 'hang' };
    return isOf(late, body) && purposeOf({ body }) === 'observe' ? { kind: 'hang' } : null;
  });
  for (const run of [early, late]) await older.startRun(run);
  await older.eventsUntil(early.runId, (events) => ofType(events, 'task_complete').length > 1);
  await older.eventsUntil(late.runId, (events) => ofType(events, 'cost').length > 1);
  await older.startRun(queued);

  const engine = await start('this');
  expect(await faultsOf(engine, queued)).toEqual([]);
  // The workflow writes the last event before its own record.
  await pollUntil(
    () => workOf(queued.runId),
    (work) => work?.version === engineVersion && work.status === 'SUCCESS',
  );
  const executorId = await readExecutorId(fresh, older);
  const ofOlder = { version: String(Number(engineVersion) - 1), status: 'PENDING', executorId };
  for (const { runId } of [paused, early, late]) expect(await workOf(runId)).toMatchObject(ofOlder);

  await older.kill();
  provider.failWhen(() => null);
  for (const run of [early, late]) {
    const paid = await fresh.asSuperuser('select 1 from engine.model_calls where run_id = $1 and answer is not null', [
      run.runId,
    ]);
    expect(paid.length).toBeGreaterThan(1);
    expect(await faultsOf(engine, run)).toEqual([]);
    expect(await workOf(run.runId)).toMatchObject({ version: engineVersion });
  }
  await pollUntil(
    () => workOf(paused.runId),
    (work) => work?.version === engineVersion && work.status === 'PENDING',
  );
  expect(await engine.readRun(paused.runId)).toMatchObject({ status: 'paused' });
  await engine.control(paused.runId, 'resume');
  expect(await faultsOf(engine, paused)).toEqual([]);
});

it('a run of a newer release goes back into the queue for that release, and no older one executes it', async () => {
  provider.failWhen(() => ({ kind: 'hang' }));
  const first = engines.at(-1);
  const [newer, own] = [runRequest(), runRequest()];
  for (const run of [newer, own]) await first?.startRun(run);
  await provider.meter.waitFor(({ inFlight }) => inFlight === 4);
  await first?.kill();
  await durableRecords(fresh, 'engine').change(`${testTenant}/${newer.runId}`, { version: '99' });
  provider.failWhen(() => null);
  const next = await start('this');
  expect(await faultsOf(next, own)).toEqual([]);
  expect(await workOf(newer.runId)).toMatchObject({ version: '99', status: 'ENQUEUED' });
  const answers = await fresh.asSuperuser(`select 1 from engine.model_calls where run_id = $1 and answer is not null`, [
    newer.runId,
  ]);
  expect(answers).toEqual([]);
});
