import { dirname } from 'node:path';
import type { AiUseStatement } from '@ecp/contract/reach/ai-use';
import type { Engagement } from '@ecp/contract/work/engagements';
import type { Run, RunAnalytics } from '@ecp/contract/work/runs';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModels, startFakeModels } from './testing/fake-models.ts';
import { beginJob, continueAt, readStatus, startRun, threeTasks, waitForStatus } from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { findPostgres, killIfAlive, noneIsLeft, type RunningProduct, startProduct } from './testing/product.ts';
import { completeRecords, readRunRecords } from './testing/run-records.ts';

/** Tests money, control and the loss of processes in a product with a metered provider. */
describe('runs on a paid provider', () => {
  const place = copyPreparedDataDir();
  let models: FakeModels;
  let product: RunningProduct;
  const start = () => startProduct({ dataDir: place.dataDir, environment: models.environment });

  beforeAll(async () => {
    models = await startFakeModels(dirname(place.dataDir));
    product = await start();
  });
  afterEach(() => models.server.failWhen(() => null));
  afterAll(async () => {
    await product?.stop();
    await models?.server.close();
    await place.remove();
  });

  /** Lets calls of the next run hang, starting with the given one. */
  function hangFrom(call: number): Promise<void> {
    const { server } = models;
    const last = server.meter.calls.length + call;
    server.failWhen(() => (server.meter.calls.length >= last ? { kind: 'hang' } : null));
    return server.meter.waitFor((meter) => meter.calls.length >= last);
  }

  // AIU-8, PRO-3
  it('records the same cost as the provider, to the cent', async () => {
    const before = models.server.meter.costNanoUsd;
    const job = await beginJob(product.baseUrl);
    const runId = await startRun(job);
    const progress = await waitForStatus(job, 'completed');
    const billedUsd = (models.server.meter.costNanoUsd - before) / 1e9;
    expect(billedUsd).toBeGreaterThan(0);
    expect(progress.estimated_cost).toBeCloseTo(billedUsd, 6);
    const engagement = (await job.client.get<Engagement & { runs: Run[] }>(job.path)).body;
    expect(engagement.runs).toMatchObject([{ id: runId, estimatedCost: progress.estimated_cost }]);
    const { calls } = await readRunRecords(place.dataDir, runId);
    expect(calls.reduce((sum, { cost }) => sum + cost, 0) / 1e9).toBeCloseTo(billedUsd, 6);
    const { models: stated } = (await job.client.get<AiUseStatement>(`${job.path}/export/ai-use?format=json`)).body;
    const sum = (field: 'calls' | 'inputTokens' | 'outputTokens' | 'costUsd') =>
      stated.reduce((total, model) => total + model[field], 0);
    expect(sum('costUsd')).toBeCloseTo(billedUsd, 6);
    expect(sum('calls')).toBe(calls.length);
    expect(engagement.runs).toMatchObject([{ inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') }]);
    expect(stated.map(({ provider }) => provider)).not.toContain('unknown');
    const analytics = (await job.client.get<RunAnalytics>(`${job.path}/analytics`)).body;
    expect(analytics.modelRouting.every(({ cost }) => cost > 0)).toBe(true);
  });

  // RUN-10
  it('stays paused after kill -9 and continues from there when resumed', async () => {
    let job = await beginJob(product.baseUrl);
    const reached = hangFrom(5);
    const runId = await startRun(job);
    await reached;
    expect(await job.client.post(`${job.path}/pause`)).toMatchObject({ status: 200, body: { status: 'paused' } });
    await product.killEverything();
    await models.server.meter.waitFor((meter) => meter.inFlight === 0);
    models.server.failWhen(() => null);
    product = await start();
    job = continueAt(job, product.baseUrl);
    const callsWhilePaused = models.server.meter.calls.length;
    expect(await readStatus(job)).toMatchObject({ runId, status: 'paused' });
    expect(await job.client.post(`${job.path}/run`)).toMatchObject({ status: 409 });
    expect(models.server.meter.calls).toHaveLength(callsWhilePaused);
    expect(await job.client.post(`${job.path}/resume`)).toMatchObject({ status: 200, body: { status: 'running' } });
    await waitForStatus(job, 'completed');
    expect(await readRunRecords(place.dataDir, runId)).toMatchObject(completeRecords);
  });

  // PRO-4
  it('makes no call after the response to Stop', async () => {
    const job = await beginJob(product.baseUrl);
    const reached = hangFrom(3);
    const runId = await startRun(job);
    await reached;
    expect(await job.client.post(`${job.path}/stop`)).toMatchObject({ status: 200, body: { runId, status: 'failed' } });
    const calls = models.server.meter.calls.length;
    await models.server.meter.waitFor((meter) => meter.inFlight === 0);
    expect(await readStatus(job)).toMatchObject({ status: 'failed', error: 'Stopped by user' });
    expect(models.server.meter.calls).toHaveLength(calls);
    expect(await job.client.post(`${job.path}/resume`)).toMatchObject({ status: 409 });
  });

  // BUD-1, BUD-3, PRO-1
  it('ends a run at its budget, and refuses the next start', async () => {
    const before = models.server.meter.costNanoUsd;
    const job = await beginJob(product.baseUrl, { ...threeTasks, budget: 0.2 });
    await startRun(job);
    const progress = await waitForStatus(job, 'failed');
    expect(progress.error).toMatch(/^Budget exhausted: spent \$[\d.]+ of \$0\.2/);
    expect((models.server.meter.costNanoUsd - before) / 1e9).toBeLessThanOrEqual(0.2);
    expect(progress.estimated_cost).toBeLessThanOrEqual(0.2);
    // The rest of the budget was too little for a call. Without any rest, a start is refused.
    expect((await job.client.patch(job.path, { budget: progress.estimated_cost })).status).toBe(200);
    const refused = await job.client.post<{ error: string }>(`${job.path}/run`);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatch(/^Budget exhausted: spent \$[\d.]+ of \$[\d.]+$/);
  });

  it('continues when only the engine is killed, which is restarted at the same address', async () => {
    const job = await beginJob(product.baseUrl);
    const reached = hangFrom(4);
    const runId = await startRun(job);
    await reached;
    const died = product.enginePid;
    process.kill(died, 'SIGKILL');
    await noneIsLeft([died]);
    expect(await readStatus(job)).toMatchObject({ runId, status: 'running' });
    await models.server.meter.waitFor((meter) => meter.inFlight === 0);
    models.server.failWhen(() => null);
    await waitForStatus(job, 'completed');
    expect(product.enginePid).not.toBe(died);
    expect(await readRunRecords(place.dataDir, runId)).toMatchObject(completeRecords);
  });

  it('continues when only Postgres is killed', async () => {
    const job = await beginJob(product.baseUrl);
    const { server } = models;
    // Calls are in flight, and their answers arrive while the database is away.
    server.latencyMs = 500;
    const last = server.meter.calls.length + 4;
    const runId = await startRun(job);
    await server.meter.waitFor((meter) => meter.calls.length >= last);
    const { platformPid } = product;
    for (const pid of await findPostgres(place.dataDir)) killIfAlive(pid);
    server.latencyMs = 0;
    await pollUntil(
      () => readStatus(job).catch(() => null),
      (progress) => progress?.status === 'completed',
      60_000,
    );
    expect(product.platformPid).toBe(platformPid);
    expect(await readRunRecords(place.dataDir, runId)).toMatchObject(completeRecords);
  });
});
