import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import { readConnectionFile } from '@ecp/database/embedded/connection-file';
import { chooseTestPort } from '@ecp/testing/choose-test-port';
import { pollUntil } from '@ecp/testing/poll-until';
import { serverPrograms } from '@ecp/testing/server-programs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModels, startFakeModels } from './testing/fake-models.ts';
import { beginJob, readStatus, startRun, waitForStatus } from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, root, startProduct } from './testing/product.ts';
import { completeRecords, readRunRecords } from './testing/run-records.ts';

/**
 * Tests platform and engine started separately, as in a cluster, while the engine stops and starts.
 */
describe('a platform whose engine is down', () => {
  const place = copyPreparedDataDir();
  const token = 'token-of-the-separate-engine';
  let port: number;
  let models: FakeModels;
  let platform: RunningProduct;
  let engine: ChildProcess | undefined;

  beforeAll(async () => {
    port = await chooseTestPort();
    models = await startFakeModels(dirname(place.dataDir));
    const environment = {
      ENGINE_URL: `http://127.0.0.1:${port}`,
      ENGINE_TOKEN: token,
      ENGINE_DRAIN_SECONDS: '1',
    };
    platform = await startProduct({ dataDir: place.dataDir, environment });
  });
  afterAll(async () => {
    await endEngine('SIGTERM');
    await platform?.stop();
    await models?.server.close();
    await place.remove();
  });

  async function startEngine(): Promise<void> {
    const databaseUrl = await readConnectionFile(place.dataDir);
    const settings = {
      DATABASE_URL: databaseUrl,
      ENGINE_TOKEN: token,
      ENGINE_PORT: String(port),
      LOG_LEVEL: 'error',
    };
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, ...settings, ...models.environment };
    engine = spawn(process.execPath, [serverPrograms.engine], { cwd: root, env, stdio: 'inherit' });
    await pollUntil(
      () =>
        fetch(`http://127.0.0.1:${port}/health`).then(
          (answer) => answer.ok,
          () => false,
        ),
      (healthy) => healthy,
      60_000,
    );
  }
  async function endEngine(signal: NodeJS.Signals): Promise<void> {
    if (engine === undefined || engine.exitCode !== null || engine.signalCode !== null) return;
    const exited = once(engine, 'exit');
    engine.kill(signal);
    await exited;
  }

  // SET-2
  it('refuses a start with 502 and sets the run to failed; the next start works', async () => {
    const job = await beginJob(platform.baseUrl);
    const refused = await job.client.post<{ error: string }>(`${job.path}/run`);
    expect(refused.status).toBe(502);
    expect(refused.body.error).toMatch(/^Engine error: /);
    expect(await readStatus(job)).toMatchObject({ status: 'failed' });
    expect((await job.client.get(job.path)).body).toMatchObject({
      status: 'failed',
      runs: [{ status: 'failed' }],
    });
    await startEngine();
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
    await endEngine('SIGKILL');
    await server.meter.waitFor((meter) => meter.inFlight === 0);
    server.failWhen(() => null);

    expect(await readStatus(job)).toMatchObject({ runId, status: 'running', error: null });
    expect(await job.client.get(`${job.path}/logs`)).toMatchObject({
      status: 200,
      body: { logs: [], total: 0, status: 'running' },
    });
    const stream = await job.client.get(`${job.path}/stream`);
    expect(stream).toMatchObject({ status: 502, body: { error: 'Failed to connect to engine' } });
    for (const verb of ['pause', 'stop']) {
      const answer = await job.client.post<{ error: string }>(`${job.path}/${verb}`);
      expect(answer.status).toBe(502);
      expect(answer.body.error).toMatch(/^Engine error: /);
    }
    expect(await job.client.post(`${job.path}/run`)).toMatchObject({ status: 409 });
    expect(await readStatus(job)).toMatchObject({ runId, status: 'running' });

    await startEngine();
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
  it('closes in time while a request waits for an engine that stands still, and answers the request', async () => {
    const job = await beginJob(platform.baseUrl);
    await endEngine('SIGKILL');
    const reached = Promise.withResolvers<void>();
    const still = createServer(({ url }) => {
      if (url?.startsWith('/plans')) reached.resolve();
    });
    await once(still.listen(port, '127.0.0.1'), 'listening');
    const planned = job.client.post<{ error: string }>(`${job.path}/plan`);
    await reached.promise;
    process.kill(platform.platformPid, 'SIGTERM');
    expect(await planned).toMatchObject({
      status: 502,
      body: { error: expect.stringMatching(/^Engine error: /) },
    });
    expect(await platform.ended).toEqual({ code: 0, signal: null });
    still.closeAllConnections();
    still.close();
  });
});
