import { dirname } from 'node:path';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModels, startFakeModels } from './testing/fake-models.ts';
import { beginJob, continueAt, threeTasks, waitForStatus } from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, startProduct } from './testing/product.ts';
import {
  type ReceivedSpan,
  startTraceReceiver,
  type TraceReceiver,
  withoutTracing,
} from './testing/trace-receiver.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callerSpanId = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${callerSpanId}-01`;

/** Tests the OpenTelemetry traces when OTEL_EXPORTER_OTLP_ENDPOINT is set. */
describe('traces', () => {
  const place = copyPreparedDataDir();
  let models: FakeModels;
  let receiver: TraceReceiver;
  let product: RunningProduct | undefined;

  beforeAll(async () => {
    models = await startFakeModels(dirname(place.dataDir));
    receiver = await startTraceReceiver();
  });
  afterAll(async () => {
    await product?.stop();
    await models?.server.close();
    await receiver?.close();
    await place.remove();
  });

  const start = (environment: Record<string, string>) =>
    startProduct({
      dataDir: place.dataDir,
      environment: { ...models.environment, ...environment },
    });
  const find = (name: string) =>
    receiver.spans.filter((span) => span.traceId === traceId && span.name === name);
  const calls = () => receiver.spans.filter(({ name }) => name.startsWith('model call '));

  // SVC-5
  it('connect caller, platform, run and model calls, also after a restart, without any text', async () => {
    product = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint });
    const job = await beginJob(product.baseUrl);
    const { server } = models;
    server.failWhen(() => (server.meter.calls.length >= 4 ? { kind: 'hang' } : null));
    const started = await job.client.post<{ runId: string }>(`${job.path}/run`, undefined, {
      traceparent,
    });
    expect(started.status).toBe(200);
    await server.meter.waitFor((meter) => meter.calls.length >= 5);
    await pollUntil(
      async () => calls().length,
      (count) => count > 0,
      30_000,
    );
    await product.killEverything();
    server.failWhen(() => null);
    const before = new Set(receiver.spans.map(({ spanId }) => spanId));
    product = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint });
    await waitForStatus(continueAt(job, product.baseUrl), 'completed');
    await product.stop();

    const [request] = find('POST /api/engagements/:id/run');
    expect(request).toMatchObject({ service: 'platform', parentSpanId: callerSpanId });
    const [run] = find('run');
    expect(run).toMatchObject({
      parentSpanId: request?.spanId,
      attributes: { 'run.id': started.body.runId },
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

  // The product of attachments.e2e.test.ts has no endpoint and loads nothing of OpenTelemetry.
  // SVC-5
  it('load OpenTelemetry where an endpoint is set', async () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint };
    await expect(start({ ...withoutTracing, ...endpoint })).rejects.toThrow(
      'Tracing must not be loaded',
    );
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
