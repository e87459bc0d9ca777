import { durableRecords } from '@ecp/durable-work/testing/durable-records';
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
import { runRequest, wideRequest } from '../../../testing/engine/run-request.ts';

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

// TXT-4
test('a run that ends two processes at the same place fails, its money is settled, and another run goes on', async () => {
  const offender = runRequest();
  const victim = wideRequest(12);
  provider.failWhen((body) =>
    textOf({ body }).includes(`plan ${offender.runId}.`) ? { kind: 'hang' } : null,
  );
  provider.latencyMs = 300;
  const first = await start();
  await first.startRun(offender);
  await first.startRun(victim);
  await provider.meter.waitFor(({ calls }) => calls.length > 4);
  const second = await start();
  await holdUp(first);
  await waitForOwner(offender.runId, second);
  await waitForOwner(victim.runId, second);
  const answered = await countAnswers(victim.runId);
  await pollUntil(
    () => countAnswers(victim.runId),
    (count) => count > answered,
  );
  const third = await start();
  await holdUp(second);
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
test.each(['closes in good order', 'is killed'])(
  'a process that %s blames no run',
  async (ending) => {
    const run = runRequest();
    provider.failWhen(() => ({ kind: 'hang' }));
    // Two losses at the same place would blame the run.
    for (let count = 0; count < 2; count += 1) {
      const engine = living ?? (await start());
      living = undefined;
      if (count === 0) await engine.startRun(run);
      await waitForOwner(run.runId, engine);
      await (ending === 'is killed' ? engine.kill() : engine.stop());
    }
    provider.failWhen(() => null);
    provider.latencyMs = 0;
    living = await start();
    const events = await living.eventsUntil(run.runId, isOver);
    expect(ofType(events, 'status').at(-1)).toMatchObject({ status: 'completed' });
  },
);
