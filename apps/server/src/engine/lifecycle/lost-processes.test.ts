import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import type { ChatRequest } from '@ecp/testing/fake-llm/fake-llm-wire';
import { pollUntil } from '@ecp/testing/poll-until';
import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isOver, ofType, testTenant } from '../../../testing/engine/engine-client.ts';
import { createEngineDatabase } from '../../../testing/engine/engine-database.ts';
import {
  type EngineProcess,
  readExecutorId,
  startEngineProcess,
} from '../../../testing/engine/engine-process.ts';
import {
  type PricedProvider,
  startPricedProvider,
  textOf,
} from '../../../testing/engine/priced-provider.ts';
import { readMoney } from '../../../testing/engine/read-money.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';

let fresh: FreshDatabase;
let provider: PricedProvider;
const engines: EngineProcess[] = [];
/** The engine that a test leaves to the next one. */
let living: EngineProcess | undefined;

beforeAll(async () => {
  fresh = await createEngineDatabase();
  provider = await startPricedProvider();
});
afterAll(async () => {
  await living?.kill();
  await provider.close();
  await fresh.drop();
});

afterEach(async () => {
  for (const engine of engines.splice(0)) if (engine !== living) await engine.kill();
});

async function start(): Promise<EngineProcess> {
  // Calls that hang would hold up a close.
  const engine = await startEngineProcess(fresh.url, {
    ...provider.environment,
    ENGINE_DRAIN_SECONDS: '0',
  });
  engines.push(engine);
  return engine;
}

/** Counts the answered calls of a run. */
async function countAnswers(runId: string): Promise<number> {
  const [row] = await fresh.asSuperuser<{ count: string }>(
    `select count(*) from engine.model_calls where run_id = $1 and status = 'settled'`,
    [runId],
  );
  return Number(row?.count);
}

/** Waits until a process executes a run. */
async function waitForOwner(runId: string, engine: EngineProcess): Promise<void> {
  const executorId = await readExecutorId(fresh, engine);
  await pollUntil(
    () => durableRecords(fresh, 'engine').find(`${testTenant}/${runId}`),
    (work) => work?.state === 'running' && work.owner === executorId,
  );
}

/**
 * Stops a process, which then renews its lease no more, and lets the time pass after which the
 * lease has expired.
 */
async function holdUp(engine: EngineProcess): Promise<void> {
  engine.signal('SIGSTOP');
  await fresh.asSuperuser(
    'update platform.executor_leases set expires_at = now() where executor_id = $1',
    [await readExecutorId(fresh, engine)],
  );
}

const isOf = ({ runId }: StartRunRequest, body: ChatRequest) =>
  textOf({ body }).includes(`plan ${runId}.`);

/** Counts the calls of a run at the provider, also those in flight. */
const countCalls = (run: StartRunRequest) =>
  provider.meter.calls.filter(({ body }) => isOf(run, body)).length;

// TXT-4
test('a run that ends two processes at the same place fails, its money is settled, and another run goes on', async () => {
  const [offender, victim] = [runRequest(), runRequest()];
  let gate = Promise.withResolvers<void>();
  provider.failWhen((body) =>
    isOf(offender, body) ? { kind: 'hang' } : { waitsFor: gate.promise },
  );
  const first = await start();
  await first.startRun(offender);
  await first.startRun(victim);
  await provider.meter.waitFor(() => countCalls(offender) > 0 && countCalls(victim) > 0);
  const second = await start();
  await holdUp(first);
  const callsBefore = countCalls(victim);
  await waitForOwner(offender.runId, second);
  await waitForOwner(victim.runId, second);
  await provider.meter.waitFor(() => countCalls(victim) > callsBefore);
  gate.resolve();
  gate = Promise.withResolvers();
  await pollUntil(
    () => countAnswers(victim.runId),
    (count) => count > 0,
  );
  const third = await start();
  await holdUp(second);
  gate.resolve();
  const events = await third.eventsUntil(offender.runId, isOver);
  expect(ofType(events, 'status').at(-1)).toMatchObject({
    status: 'failed',
    failureReason: 'processes_lost',
  });
  expect(await readMoney(fresh, offender.engagement.id)).toMatchObject({ reserved: 0 });
  const others = await third.eventsUntil(victim.runId, isOver);
  expect(ofType(others, 'status').at(-1)).toMatchObject({ status: 'completed' });
  living = third;
});

// TXT-4
test('a process that is killed and one that closes in good order blame no run', async () => {
  const run = runRequest();
  provider.failWhen(() => ({ kind: 'hang' }));
  const killed = living ?? (await start());
  await killed.startRun(run);
  await waitForOwner(run.runId, killed);
  await killed.kill();
  const closed = await start();
  await waitForOwner(run.runId, closed);
  await closed.stop();
  provider.failWhen(() => null);
  living = await start();
  const events = await living.eventsUntil(run.runId, isOver);
  expect(ofType(events, 'status').at(-1)).toMatchObject({ status: 'completed' });
  const [row] = await fresh.asSuperuser('select lost_processes from engine.runs where id = $1', [
    run.runId,
  ]);
  expect(row).toEqual({ lost_processes: 0 });
});
