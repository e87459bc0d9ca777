import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import type { MeteredCall } from '@ecp/testing/fake-llm/fake-llm-meter';
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
import { runRequest } from '../../../testing/engine/run-request.ts';
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

/** One task for each failure, which its calls meet. */
const failing = failures.map((_, at) => {
  const name = `Finding ${at + 1}`;
  return { id: `finding-${at + 1}`, name, description: 'Summarise one finding of the brief.' };
});
const failureOf = (body: MeteredCall['body']) => {
  const text = textOf({ body });
  return failing.findIndex(({ name }) => text.includes(`Task: ${name}`));
};

describe('a provider with each kind of failure', () => {
  it('always: calls are retried within limits, their tasks fail, the rest is kept', async () => {
    provider.failWhen((body) => failures[failureOf(body)]?.[1] ?? null);
    const [, costs] = runRequest().tasks;
    const plan = { id: 'plan', name: 'Plan', description: 'Plan.', dependsOn: ['finding-1'] };
    const request = runRequest({ tasks: [...failing, ...(costs ? [costs] : []), plan] });
    await engine.startRun(request);
    const events = await engine.eventsUntil(request.runId, isOver);

    const failed = Object.fromEntries(failing.map(({ id }) => [id, 'failed']));
    expect(endsOf(events)).toEqual({ ...failed, costs: 'completed', plan: 'skipped' });
    for (const [at, [title, , message, billing]] of failures.entries()) {
      const { id = '', name = '' } = failing[at] ?? {};
      expect([title, callsOf(request.runId, name).length]).toEqual([title, limits.maxTries]);
      const ended = ofType(events, 'task_complete').find(({ taskId }) => taskId === id);
      expect(ended?.error, title).toMatch(message);
      expect(ended?.error).toContain('fake-model');
      const lost = await engine.asSuperuser<{ cost: number; reserved: number }>(
        `select cost_nano_usd as cost, reserved_nano_usd as reserved from engine.model_calls
         where run_id = $1 and task_id = $2 order by attempt`,
        [request.runId, id],
      );
      const expected = { none: [0, 0], 'worst case': lost.map(({ reserved }) => reserved) }[
        billing
      ];
      expect([title, lost.map(({ cost }) => cost)]).toEqual([title, expected]);
      if (billing !== 'none') for (const { cost } of lost) expect(cost).toBeGreaterThan(0);
    }
    expect(events.at(-1)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('5 of 7 tasks failed: '),
    });
    const documents = ofType(events, 'deliverable').map(
      ({ taskId, filename }) => taskId ?? filename,
    );
    expect(documents).toEqual(['costs', '_run_report.md', '_operations_review.md']);
    const retries = ofType(events, 'log').filter((line) => /Trying again in \d/.test(line.message));
    expect(retries).toHaveLength(failing.length * (limits.maxTries - 1));
    const money = await readMoney(engine, request.engagement.id);
    expect(money).toMatchObject({ reserved: 0, calls: money.spent });
  });

  it('once: the second attempt of each call completes the run', async () => {
    const metTasks = new Set<number>();
    provider.failWhen((body) => {
      const at = failureOf(body);
      const isFirst = !metTasks.has(at);
      metTasks.add(at);
      return isFirst ? (failures[at]?.[1] ?? null) : null;
    });
    const request = runRequest({ tasks: failing });
    await engine.startRun(request);
    const events = await engine.eventsUntil(request.runId, isOver);
    expect(events.at(-1)).toMatchObject({ status: 'completed', error: null });
    const completed = failing.map(({ id }) => [id, 'completed']);
    expect(endsOf(events)).toEqual(Object.fromEntries(completed));
    const failed = provider.meter.calls.filter(
      (call) => textOf(call).includes(` ${request.runId}.`) && call.failure,
    );
    expect(failed).toHaveLength(failures.length);
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
      const request = runRequest({ tasks: [{ id: 'one', name: 'Market research' }] });
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
