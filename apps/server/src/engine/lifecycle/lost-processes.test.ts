import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import type { ChatRequest } from '@ecp/testing/fake-llm/fake-llm-wire';
import { pollUntil } from '@ecp/testing/poll-until';
import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
import { nameEngagement, wideRequest } from '../../../testing/engine/run-request.ts';

let fresh: FreshDatabase;
let provider: PricedProvider;
const engines: EngineProcess[] = [];

beforeAll(async () => {
  fresh = await createEngineDatabase();
  provider = await startPricedProvider();
});
afterAll(async () => {
  for (const engine of engines) await engine.kill();
  await provider.close();
  await fresh.drop();
});

async function start(): Promise<EngineProcess> {
  const engine = await startEngineProcess(fresh.url, provider.environment);
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

/** Lets the time pass after which the lease of a process that has stopped has expired. */
async function endLease(engine: EngineProcess): Promise<void> {
  await fresh.asSuperuser(
    'update platform.executor_leases set expires_at = now() where executor_id = $1',
    [await readExecutorId(fresh, engine)],
  );
}

const isOf = ({ runId }: StartRunRequest, body: ChatRequest) =>
  textOf({ body }).includes(nameEngagement(runId));

/** Counts the calls of a run at the provider, also those in flight. */
const countCalls = (run: StartRunRequest) =>
  provider.meter.calls.filter(({ body }) => isOf(run, body)).length;

// The tests of killed and of closed processes prove that those blame no run.
// TXT-4
test('a run that ends two processes at the same place fails, its money is settled, and another run goes on', async () => {
  const [offender, victim] = [wideRequest(1), wideRequest(2)];
  let gate = Promise.withResolvers<void>();
  provider.failWhen((body) =>
    isOf(offender, body) ? { kind: 'hang' } : { waitsFor: gate.promise },
  );
  const first = await start();
  await first.startRun(offender);
  await first.startRun(victim);
  await provider.meter.waitFor(() => countCalls(offender) > 0 && countCalls(victim) > 1);
  const second = await start();
  first.signal('SIGSTOP');
  const callsBefore = countCalls(victim);
  await endLease(first);
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
  second.signal('SIGSTOP');
  await endLease(second);
  gate.resolve();
  const events = await third.eventsUntil(offender.runId, isOver);
  expect(ofType(events, 'status').at(-1)).toMatchObject({
    status: 'failed',
    failureReason: 'processes_lost',
  });
  expect(await readMoney(fresh, offender.engagement.id)).toMatchObject({ reserved: 0 });
  const others = await third.eventsUntil(victim.runId, isOver);
  expect(ofType(others, 'status').at(-1)).toMatchObject({ status: 'completed' });
});
