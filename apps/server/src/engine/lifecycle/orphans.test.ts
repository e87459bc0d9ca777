import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isOver, testTenant } from '../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  startPricedProvider,
} from '../../../testing/engine/priced-provider.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';
import { controlChannel } from '../kernel/waiting.ts';
import { openExampleServices } from '../steps/reporting/testing/play-example-run.ts';
import { endOrphans } from './control-run.ts';

let engine: TestEngine;
let provider: PricedProvider;
let services: Awaited<ReturnType<typeof openExampleServices>>;
beforeAll(async () => {
  provider = await startPricedProvider();
  engine = await startTestEngine({ models: provider.settings });
  services = { ...(await openExampleServices(engine)), log: pino({ level: 'silent' }) };
});
afterAll(async () => {
  await services.runChanges.close();
  await services.signals.close();
  await engine.close();
  await provider.close();
});
beforeEach(async () => {
  // The calls of a stopped run end a moment after it.
  await provider.meter.waitFor(({ inFlight }) => inFlight === 0);
  provider.failWhen(() => ({ kind: 'hang' }));
});

/** Starts a run and returns it in the middle of its first two calls. */
async function begun(): Promise<string> {
  const before = provider.meter.inFlight;
  const { runId } = await engine.startRun(runRequest());
  await provider.meter.waitFor(({ inFlight }) => inFlight === before + 2);
  return runId;
}

describe('a run whose work', () => {
  // PRO-7
  it.each([
    ['has ended', 'update platform.works set ended_at = now(), owner = null where id = $1'],
    ['is missing', 'delete from platform.works where id = $1'],
  ])('%s is failed with a message; others continue', async (_what, end) => {
    const orphan = await begun();
    const { runId } = await engine.startRun(runRequest());
    await engine.asSuperuser(end, [`${testTenant}/${orphan}`]);
    await endOrphans(services);
    const events = await engine.eventsUntil(orphan, isOver);
    expect(events.at(-1)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('internal error'),
    });
    expect(await engine.readRun(runId)).toMatchObject({ status: 'running' });
    await engine.control(runId, 'stop');
  });
});

describe('a paused run', () => {
  it('is ended by its work if the process that stored its stop died afterwards', async () => {
    provider.failWhen(() => null);
    provider.latencyMs = 100;
    const { runId } = await engine.startRun(runRequest());
    await engine.control(runId, 'pause');
    await engine.asSuperuser('update engine.runs set stop_requested_at = now() where id = $1', [
      runId,
    ]);
    await engine.asSuperuser('select pg_notify($1, $2)', [controlChannel, runId]);
    const events = await engine.eventsUntil(runId, isOver);
    expect(events.at(-1)).toMatchObject({ status: 'failed', error: 'Stopped by user' });
  });
});

describe('a run that waits for answers', () => {
  // ASK-14
  it('is no orphan, unless the process that stored its stop died afterwards', async () => {
    const runId = 'waiting';
    await engine.asSuperuser(
      `insert into engine.runs (id, tenant_id, engagement_id, status, input, wakes_at)
        values ($1, $2, 'e', 'running', '{}', now() + interval '1 hour')`,
      [runId, testTenant],
    );
    await endOrphans(services);
    expect(await engine.readRun(runId)).toMatchObject({ status: 'running' });
    await engine.asSuperuser('update engine.runs set stop_requested_at = now() where id = $1', [
      runId,
    ]);
    await endOrphans(services);
    expect(await engine.readRun(runId)).toMatchObject({
      status: 'failed',
      failureReason: 'stopped',
    });
  });
});
