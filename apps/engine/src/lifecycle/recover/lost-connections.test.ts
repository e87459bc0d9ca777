import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isOver } from '../../../testing/engine-client.ts';
import { type PricedProvider, startPricedProvider } from '../../../testing/priced-provider.ts';
import { findRunFaults } from '../../../testing/run-integrity.ts';
import { runRequest } from '../../../testing/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/start-test-engine.ts';

let engine: TestEngine;
let provider: PricedProvider;
beforeAll(async () => {
  provider = await startPricedProvider();
  engine = await startTestEngine({ models: provider.settings });
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});

it('loses no call and no event when Postgres ends connections in the middle of runs', async () => {
  provider.latencyMs = 15;
  const runs = Array.from({ length: 4 }, () => runRequest());
  for (const run of runs) await engine.startRun(run);
  for (let round = 1; round <= 6; round += 1) {
    const before = provider.meter.calls.length;
    await provider.meter.waitFor(({ calls }) => calls.length > before + 3);
    await engine.asSuperuser(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  }
  for (const run of runs) {
    // The first request may get a connection that has just ended.
    await pollUntil(
      () => engine.request('GET', `/runs/${run.runId}`),
      ({ status }) => status === 200,
    );
    const events = await engine.eventsUntil(run.runId, isOver);
    expect(await findRunFaults(engine, provider.meter.calls, run, events)).toEqual([]);
  }
}, 60_000);
