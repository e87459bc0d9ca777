import { type FaultProxy, startFaultProxy, throughProxy } from '@ecp/testing/fault-proxy';
import { pollUntil } from '@ecp/testing/poll-until';
import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOver } from '../../../testing/engine/engine-client.ts';
import { createEngineDatabase } from '../../../testing/engine/engine-database.ts';
import {
  type EngineProcess,
  readExecutorId,
  startEngineProcess,
} from '../../../testing/engine/engine-process.ts';
import {
  type PricedProvider,
  startPricedProvider,
} from '../../../testing/engine/priced-provider.ts';
import { wideRequest } from '../../../testing/engine/run-request.ts';

let fresh: FreshDatabase;
let provider: PricedProvider;
let proxy: FaultProxy;
let zombie: EngineProcess;
let survivor: EngineProcess | undefined;
let locker: pg.Client;
beforeAll(async () => {
  fresh = await createEngineDatabase();
  provider = await startPricedProvider();
  const { hostname, port } = new URL(fresh.url);
  proxy = await startFaultProxy({ host: hostname, port: Number(port) });
  zombie = await startEngineProcess(throughProxy(fresh.url, proxy), provider.environment);
  locker = new pg.Client(fresh.adminUrl);
  await locker.connect();
});
afterAll(async () => {
  await locker.end();
  await zombie.kill();
  await survivor?.kill();
  await proxy.close();
  await provider.close();
  await fresh.drop();
});

// LEA-12
test('an engine that learns of its reservation after a takeover asks the provider for nothing', async () => {
  // The run has one task: the reservations of two could both wait before the test sees the first.
  const run = wideRequest(1);
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
  // The time passes after which the lease of an engine without a database has expired.
  await fresh.asSuperuser(
    'update platform.executor_leases set expires_at = now() where executor_id = $1',
    [executorId],
  );
  survivor = await startEngineProcess(fresh.url, provider.environment);
  const events = await survivor.eventsUntil(run.runId, isOver);
  expect(events.at(-1)).toMatchObject({ type: 'status', status: 'completed' });
  const requests = provider.meter.calls.length;
  expect(await readHeldBack()).toEqual([{ status: 'unknown' }]);
  proxy.set({ kind: 'pass' });
  expect(await zombie.exited).toMatchObject({ code: 1 });
  expect(zombie.output()).toContain('Lost the lease');
  expect(provider.meter.calls).toHaveLength(requests);
});
