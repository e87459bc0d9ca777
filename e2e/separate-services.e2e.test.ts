import { dirname } from 'node:path';
import { writeCookies } from '@ecp/testing/cookie-client';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModels, startFakeModels } from './testing/fake-models.ts';
import {
  beginJob,
  type MainJob,
  queryProduct,
  readStatus,
  startRun,
  waitForStatus,
} from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, startProduct } from './testing/product.ts';
import { completeRecords, readRunRecords } from './testing/run-records.ts';
import { type RunningWorker, startWorker } from './testing/worker.ts';

/**
 * Tests the web role and a worker started separately, as in a cluster, while the worker stops and
 * starts.
 */
describe('a product whose worker is down', () => {
  const place = copyPreparedDataDir();
  let models: FakeModels;
  let platform: RunningProduct;
  let worker: RunningWorker | undefined;

  beforeAll(async () => {
    models = await startFakeModels(dirname(place.dataDir));
    const environment = { ROLES: 'web', ENGINE_DRAIN_SECONDS: '1' };
    platform = await startProduct({ dataDir: place.dataDir, environment });
  });
  afterAll(async () => {
    await worker?.end('SIGTERM');
    await platform?.stop();
    await models?.server.close();
    await place.remove();
  });

  async function beginWork(): Promise<void> {
    worker = await startWorker({ dataDir: place.dataDir, environment: models.environment });
  }
  /** Lets the time pass after which the lease of a dead worker has expired. */
  async function endLeases(): Promise<void> {
    const end = `update platform.executor_leases set expires_at = now() where service = 'engine'`;
    await queryProduct(place.dataDir, end);
  }
  /** Reads the stream of a run until it tells of the start of a task. */
  async function readFirstEvents({ client, path }: MainJob): Promise<string> {
    const headers = { cookie: writeCookies(client.cookies) };
    const stream = await fetch(`${platform.baseUrl}${path}/stream`, { headers });
    const decoder = new TextDecoder();
    let text = '';
    for await (const piece of stream.body ?? []) {
      text += decoder.decode(piece, { stream: true });
      if (text.includes('task_started')) break;
    }
    return text;
  }
  async function expectNoEngine(job: MainJob, verb: string): Promise<void> {
    expect(await job.client.post(`${job.path}/${verb}`)).toMatchObject({
      status: 502,
      body: { error: 'Engine error: no engine is running' },
    });
  }

  // SET-2
  it('refuses a start with 502 and sets the run to failed; the next start works', async () => {
    const job = await beginJob(platform.baseUrl);
    await expectNoEngine(job, 'run');
    expect(await readStatus(job)).toMatchObject({ status: 'failed' });
    expect((await job.client.get(job.path)).body).toMatchObject({
      status: 'failed',
      runs: [{ status: 'failed' }],
    });
    await beginWork();
    const runId = await startRun(job);
    await waitForStatus(job, 'completed');
    expect(await readRunRecords(place.dataDir, runId)).toMatchObject(completeRecords);
  });

  // FOL-3
  it('responds during a run as specified, and follows the run without a request when the engine is back', async () => {
    const { server } = models;
    const job = await beginJob(platform.baseUrl);
    const last = server.meter.calls.length + 5;
    server.failWhen(() => (server.meter.calls.length >= last ? { kind: 'hang' } : null));
    const runId = await startRun(job);
    await server.meter.waitFor((meter) => meter.calls.length >= last);
    await worker?.end('SIGKILL');
    await server.meter.waitFor((meter) => meter.inFlight === 0);
    server.failWhen(() => null);

    await endLeases();

    // What only reads answers from the last stored state.
    expect(await readStatus(job)).toMatchObject({ runId, status: 'running', error: null });
    const logs = await job.client.get<{ logs: unknown[]; total: number }>(`${job.path}/logs`);
    expect(logs).toMatchObject({ status: 200, body: { status: 'running' } });
    expect(logs.body.logs.length).toBeGreaterThan(0);
    expect(await readFirstEvents(job)).toContain('task_started');
    for (const verb of ['pause', 'stop']) await expectNoEngine(job, verb);
    expect(await job.client.post(`${job.path}/run`)).toMatchObject({ status: 409 });
    expect(await readStatus(job)).toMatchObject({ runId, status: 'running' });

    await beginWork();
    // No client requests the status; the platform follows the run on its own.
    await pollUntil(
      () => readRunRecords(place.dataDir, runId),
      ({ outbox }) => outbox.includes('engagement.completed run'),
      60_000,
    );
    expect(await readRunRecords(place.dataDir, runId)).toMatchObject(completeRecords);
  });

  // SET-2: a plan may take two minutes, and the process ends itself with code 1 sixteen seconds
  // after the signal.
  it('closes in time while a request waits for a model that stands still, and answers the request', async () => {
    const { server } = models;
    const job = await beginJob(platform.baseUrl, { name: 'Plan', client: 'C', brief: 'What now?' });
    server.failWhen(() => ({ kind: 'hang' }));
    const planned = job.client.post<{ error: string }>(`${job.path}/plan`);
    await server.meter.waitFor(({ inFlight }) => inFlight > 0);
    process.kill(platform.platformPid, 'SIGTERM');
    expect(await planned).toMatchObject({
      status: 502,
      body: { error: expect.stringMatching(/^Engine error: /) },
    });
    expect(await platform.ended).toEqual({ code: 0, signal: null });
  });
});
