import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import type { LlmFailure } from '@ecp/testing/fake-llm/fake-llm-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isOver, ofType } from '../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  purposeOf,
  startPricedProvider,
  textOf,
} from '../../../testing/engine/priced-provider.ts';
import { readMoney } from '../../../testing/engine/read-money.ts';
import { runRequest, wideRequest } from '../../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';

const limits = { maxTries: 2, backoffMs: 20, maxBackoffMs: 1_500, timeoutMs: 3_000 };

let engine: TestEngine;
let provider: PricedProvider;

beforeAll(async () => {
  provider = await startPricedProvider();
  engine = await startTestEngine({ models: provider.settings, limits });
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});
beforeEach(() => provider.failWhen(() => null));

const callsOf = (runId: string, task: string) =>
  provider.meter.calls.filter(
    (call) => textOf(call).includes(` ${runId}.`) && textOf(call).includes(`Task: ${task}`),
  );

/** Each failure with the message that the user reads and its cost: nothing, or the worst case. */
const failures: [string, LlmFailure, RegExp, 'none' | 'worst case'][] = [
  [
    '429 with Retry-After',
    { kind: 'rate_limit', retryAfterS: 1 },
    /rate limit|too many|busy/i,
    'none',
  ],
  ['500', { kind: 'server_error' }, /failed at its provider \(HTTP 500\).*try again/, 'none'],
  ['a body that is not JSON', { kind: 'broken_body' }, /cannot be read/, 'worst case'],
  [
    'a connection that breaks in the middle',
    { kind: 'cut' },
    /broke before its answer was complete.*try again/,
    'worst case',
  ],
  ['no answer at all', { kind: 'hang' }, /did not answer within 3 s.*try again/, 'worst case'],
];

const endsOf = (events: EngineEvent[]) =>
  Object.fromEntries(ofType(events, 'task_complete').map(({ taskId, status }) => [taskId, status]));

describe.each(failures)('a provider with %s', (_name, failure, message, billing) => {
  it('always: the call is retried within limits, its task fails, the rest is kept', async () => {
    provider.failWhen((body) =>
      textOf({ body }).includes('Task: Market research') ? failure : null,
    );
    const request = runRequest();
    await engine.startRun(request);
    const events = await engine.eventsUntil(request.runId, isOver);

    expect(callsOf(request.runId, 'Market research')).toHaveLength(limits.maxTries);
    expect(endsOf(events)).toEqual({ market: 'failed', costs: 'completed', plan: 'skipped' });
    const { error } =
      ofType(events, 'task_complete').find(({ taskId }) => taskId === 'market') ?? {};
    expect(error).toMatch(message);
    expect(error).toContain('fake-model');
    expect(events.at(-1)).toMatchObject({
      status: 'failed',
      error: `1 of 3 tasks failed: ${error}`,
    });
    const documents = ofType(events, 'deliverable').map(
      ({ taskId, filename }) => taskId ?? filename,
    );
    expect(documents).toEqual(['costs', '_run_report.md', '_operations_review.md']);
    const retries = ofType(events, 'log').filter((line) => /Trying again in \d/.test(line.message));
    expect(retries).toHaveLength(limits.maxTries - 1);

    const money = await readMoney(engine, request.engagement.id);
    expect(money).toMatchObject({ reserved: 0, calls: money.spent });
    const lost = await engine.asSuperuser<{ cost: number; held: number; status: string }>(
      `select cost_nano_usd as cost, reserved_nano_usd as held, status from engine.model_calls
       where run_id = $1 and task_id = 'market' order by attempt`,
      [request.runId],
    );
    const expected = { none: [0, 0], 'worst case': lost.map(({ held }) => held) }[billing];
    expect(lost.map(({ cost }) => cost)).toEqual(expected);
    if (billing !== 'none') for (const { cost } of lost) expect(cost).toBeGreaterThan(0);
  });

  it('once: the second attempt completes the run', async () => {
    const request = wideRequest(1);
    provider.failNext(failure);
    await engine.startRun(request);
    const events = await engine.eventsUntil(request.runId, isOver);
    expect(events.at(-1)).toMatchObject({ status: 'completed', error: null });
    expect(endsOf(events)).toEqual({ 'task-1': 'completed' });
    const ownCalls = provider.meter.calls.filter((call) =>
      textOf(call).includes(` ${request.runId}.`),
    );
    const failed = ownCalls.filter((call) => call.failure);
    expect(failed).toHaveLength(1);
    const money = await readMoney(engine, request.engagement.id);
    expect(money).toMatchObject({ reserved: 0, calls: money.spent });
  });
});

describe('a provider', () => {
  // contract, 7: no error, log or event contains a configured secret.
  it.each(['in its refusal', 'in its answer'])(
    'that repeats the key %s does not expose it',
    async (where) => {
      const key = provider.settings.openaiCompatible?.apiKey ?? '';
      provider.failWhen(() =>
        where === 'in its refusal'
          ? { kind: 'bad_request', message: `Your key ${key} has no access` }
          : null,
      );
      provider.respondWith((body) =>
        purposeOf({ body }) === 'draft' ? `# Findings\n\nThe key is ${key}.` : null,
      );
      const request = runRequest();
      await engine.startRun(request);
      const events = await engine.eventsUntil(request.runId, isOver);
      const kept = await engine.asSuperuser(
        'select answer, error from engine.model_calls where run_id = $1',
        [request.runId],
      );
      const told = JSON.stringify([events, await engine.readRun(request.runId), kept]);
      expect(told).toContain('[redacted]');
      expect(told).not.toContain(key);
      provider.respondWith(() => null);
    },
  );

  it('gets the next request after the wait that it asked for', async () => {
    provider.failNext(
      { kind: 'rate_limit', retryAfterS: 1 },
      { kind: 'rate_limit', retryAfterS: 1 },
    );
    const request = runRequest();
    await engine.startRun(request);
    await engine.eventsUntil(request.runId, isOver);
    const [first, second] = callsOf(request.runId, 'Market research');
    expect((second?.startedAtMs ?? 0) - (first?.startedAtMs ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  it('that rate-limits every call ends the run with a clear error', async () => {
    provider.failWhen(() => ({ kind: 'rate_limit' }));
    const request = runRequest();
    await engine.startRun(request);
    const events = await engine.eventsUntil(request.runId, isOver);
    expect(endsOf(events)).toEqual({ market: 'failed', costs: 'failed', plan: 'skipped' });
    expect(ofType(events, 'status').at(-1)?.error).toMatch(/^2 of 3 tasks failed: /);
    expect(await readMoney(engine, request.engagement.id)).toMatchObject({ spent: 0, reserved: 0 });
  });

  it('that refuses the key gets no second request', async () => {
    provider.failWhen(() => ({ kind: 'unauthorized' }));
    const request = runRequest();
    await engine.startRun(request);
    const events = await engine.eventsUntil(request.runId, isOver);
    expect(ofType(events, 'status').at(-1)?.error).toMatch(/refuses the API key.*check the key/);
    expect(callsOf(request.runId, 'Market research')).toHaveLength(1);
  });
});
