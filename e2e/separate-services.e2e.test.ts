import { dirname } from 'node:path';
import type { RunStarted } from '@ecp/contract/work/runs';
import { writeCookies } from '@ecp/testing/cookie-client';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModels, startFakeModels } from './testing/fake-models.ts';
import {
  beginJob,
  type MainJob,
  queryProduct,
  readStatus,
  threeTasks,
} from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, startProduct } from './testing/product.ts';
import { completeRecords, readRunRecords } from './testing/run-records.ts';
import {
  type ReceivedSpan,
  startTraceReceiver,
  type TraceReceiver,
  withoutTracing,
} from './testing/trace-receiver.ts';
import { type RunningWorker, startWorker } from './testing/worker.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callerSpanId = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${callerSpanId}-01`;

/**
 * Tests the web role and a worker started separately, as in a cluster, while the worker stops and
 * starts.
 */
describe('a product whose worker is down', () => {
  const place = copyPreparedDataDir();
  let models: FakeModels;
  let receiver: TraceReceiver;
  let tracing: { OTEL_EXPORTER_OTLP_ENDPOINT: string };
  let platform: RunningProduct;
  let worker: RunningWorker | undefined;
  let job: MainJob;
  let runId: string;
  /** The spans that had arrived before the worker was killed. */
  let before: Set<string>;

  beforeAll(async () => {
    models = await startFakeModels(dirname(place.dataDir));
    receiver = await startTraceReceiver();
    tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint };
    const environment = { ROLES: 'web', ENGINE_DRAIN_SECONDS: '1', ...tracing };
    platform = await startProduct({ dataDir: place.dataDir, environment });
  });
  afterAll(async () => {
    await worker?.end('SIGTERM');
    await platform?.stop();
    await models?.server.close();
    await receiver?.close();
    await place.remove();
  });

  async function beginWork(): Promise<void> {
    const environment = { ...models.environment, ...tracing };
    worker = await startWorker({ dataDir: place.dataDir, environment });
  }
  const find = (name: string) =>
    receiver.spans.filter((span) => span.traceId === traceId && span.name === name);
  const isCall = ({ name }: ReceivedSpan) => name.startsWith('model call ');
  const calls = () => receiver.spans.filter(isCall);
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

  // SET-2, FOL-3
  it('refuses a start with 502; the next one works, and its run is followed without a request when the engine is back', async () => {
    const { server } = models;
    job = await beginJob(platform.baseUrl);
    await expectNoEngine(job, 'run');
    expect(await readStatus(job)).toMatchObject({ status: 'failed' });
    expect((await job.client.get(job.path)).body).toMatchObject({
      status: 'failed',
      runs: [{ status: 'failed' }],
    });
    await beginWork();
    const answered = 4;
    const last = server.meter.calls.length + answered + 1;
    server.failWhen(() => (server.meter.calls.length >= last ? { kind: 'hang' } : null));
    const started = await job.client.post<RunStarted>(`${job.path}/run`, undefined, {
      traceparent,
    });
    expect(started.status).toBe(200);
    runId = started.body.runId;
    await server.meter.waitFor((meter) => meter.calls.length >= last);
    await pollUntil(
      async () => calls().length,
      (count) => count >= answered,
    );
    await worker?.end('SIGKILL');
    before = new Set(receiver.spans.map(({ spanId }) => spanId));
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

  // SVC-5
  it('sends traces that connect caller, platform, run and model calls, also after a restart, without any text', async () => {
    await pollUntil(
      async () => find('run').length,
      (count) => count > 0,
    );
    const [request] = find('POST /api/engagements/:id/run');
    expect(request).toMatchObject({ service: 'platform', parentSpanId: callerSpanId });
    const [run] = find('run');
    expect(run).toMatchObject({
      parentSpanId: request?.spanId,
      attributes: { 'run.id': runId },
    });
    expect(find('task')).toHaveLength(threeTasks.tasks.length);
    expectCalls(calls(), before);
    const received = JSON.stringify(receiver.spans);
    for (const text of [
      'Spoke',
      'bicycle',
      'Demand',
      'Subscription offer',
      job.tenant.tenantId,
      job.engagement.id,
    ]) {
      expect(received).not.toContain(text);
    }
  });

  // The product of main-job.e2e.test.ts has no endpoint and loads nothing of OpenTelemetry.
  // SVC-5
  it('loads OpenTelemetry where an endpoint is set', async () => {
    const environment = { ...models.environment, ...withoutTracing, ...tracing };
    await expect(startWorker({ dataDir: place.dataDir, environment })).rejects.toThrow(
      'Tracing must not be loaded',
    );
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

/**
 * Expects the calls before and after the restart in the caller's trace, with their attributes and
 * costs.
 */
function expectCalls(calls: ReceivedSpan[], before: Set<string>): void {
  expect(new Set(calls.map((call) => call.traceId))).toEqual(new Set([traceId]));
  expect(new Set(calls.map(({ spanId }) => before.has(spanId)))).toEqual(new Set([true, false]));
  const answered = calls.filter(({ attributes }) => attributes['call.outcome'] === 'answered');
  expect(answered.length).toBeGreaterThan(8);
  for (const { service, attributes } of answered) {
    expect(service).toBe('engine');
    expect(attributes).toMatchObject({
      'gen_ai.request.model': 'fake-model',
      'call.purpose': expect.any(String),
    });
    for (const name of ['call.attempt', 'call.cost_nano_usd', 'gen_ai.usage.output_tokens']) {
      expect(Number(attributes[name])).toBeGreaterThan(0);
    }
  }
}
