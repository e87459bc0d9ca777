import { readCap } from '@ecp/testing/fake-llm/fake-llm-wire';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isOver, ofType } from '../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  purposeOf,
  startPricedProvider,
  textOf,
} from '../../../testing/engine/priced-provider.ts';
import { readMoney } from '../../../testing/engine/read-money.ts';
import { wideRequest } from '../../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';
import type { CatalogModel } from '../models/catalog.ts';

const limits = { backoffMs: 10, maxBackoffMs: 50, timeoutMs: 8_000, idleTimeoutMs: 1_500 };
const models: CatalogModel[] = [
  ...(['good', 'other'] as const).map((id): CatalogModel => {
    const prices = { inputPerMillion: 1, outputPerMillion: 4 };
    return {
      id,
      provider: 'openai-compatible',
      tier: 'standard',
      ...prices,
      maxOutputTokens: 1_400,
    };
  }),
];

let engine: TestEngine;
let provider: PricedProvider;

beforeAll(async () => {
  provider = await startPricedProvider(models);
  engine = await startTestEngine({ models: provider.settings, limits });
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});
beforeEach(async () => {
  provider.behave({});
  provider.behave({}, 'good');
  provider.behave({}, 'other');
  await engine.asSuperuser('delete from engine.model_health');
  for (const { provider: name, id: model } of models)
    await tellHealth({ provider: name, model, failures: 0, forMs: 0 });
});

/** Tells the engine about a model as another process would. */
const tellHealth = (state: object) =>
  engine.asSuperuser(`select pg_notify('engine_model_health', $1)`, [JSON.stringify(state)]);

async function run(pinned: string | null = null) {
  const request = wideRequest(1);
  request.engagement.model = pinned;
  await engine.startRun(request);
  const events = await engine.eventsUntil(request.runId, isOver);
  expect(await readMoney(engine, request.engagement.id)).toMatchObject({ reserved: 0 });
  const calls = provider.meter.calls.filter((call) => textOf(call).includes(` ${request.runId}.`));
  return {
    runId: request.runId,
    last: events.at(-1),
    documents: ofType(events, 'deliverable').filter(({ taskId }) => taskId !== null),
    report:
      ofType(events, 'deliverable').find(({ filename }) => filename === '_run_report.md')
        ?.content ?? '',
    writers: ofType(events, 'analytics').flatMap(({ analytics }) =>
      analytics.modelRouting.map(({ selectedModel }) => selectedModel),
    ),
    lines: ofType(events, 'log'),
    scores: ofType(events, 'score'),
    calls,
    of: (model: string, purpose?: string) =>
      calls.filter(
        (call) => call.body.model === model && (!purpose || purposeOf(call) === purpose),
      ),
  };
}

describe('a model that is always broken', () => {
  // MOD-15, MOD-24, QUA-5
  it.each([
    ['with errors', { fails: { kind: 'server_error', status: 503 } }],
    ['with nothing', { fails: { kind: 'empty' } }],
    ['with silence', { breaks: { afterChunks: 0, how: 'stall' } }],
    ['without credit', { fails: { kind: 'no_credit' } }],
  ] as const)(
    '%s is left after two tries, and the run completes with another',
    async (_how, behaviour) => {
      provider.behave(behaviour, 'good');
      const { last, documents, lines, scores, of, runId, writers, report } = await run();
      expect(last).toMatchObject({ status: 'completed', error: null });
      expect(documents).toHaveLength(1);
      expect(scores).toHaveLength(1);
      expect(of('other').length).toBeGreaterThan(2);
      expect(
        Math.max(...of('other').map(({ body }) => readCap(body, Number.POSITIVE_INFINITY))),
      ).toBe(1_400);
      expect(writers).toEqual(['other']);
      expect(report).not.toMatch(/\| good \| completed/i);
      const left = lines.filter(({ code }) => code === 'model_left');
      expect(left[0]?.message).toMatch(/good.*Going on with other\./);
      const learned = await engine.asSuperuser<{ model: string }>(
        'select distinct model from engine.model_failures where run_id = $1',
        [runId],
      );
      expect(learned).toEqual([{ model: 'good' }]);
    },
  );

  it('rests in every engine: the next run does not ask it first', async () => {
    provider.behave({ fails: { kind: 'server_error' } }, 'good');
    await run();
    const [row] = await engine.asSuperuser<{ model: string; resting: boolean }>(
      "select model, resting_until > now() + interval '9 minutes' as resting from engine.model_health",
    );
    expect(row).toEqual({ model: 'good', resting: true });
    const { last, of } = await run();
    expect(last).toMatchObject({ status: 'completed' });
    expect(of('good')).toEqual([]);
  });

  it('is asked again after its rest, and an answer ends the row of failures', async () => {
    await engine.asSuperuser(
      `insert into engine.model_health (provider, model, failures, resting_until)
        values ('openai-compatible', 'good', 2, now() - interval '1 minute')`,
    );
    await tellHealth({ provider: 'openai-compatible', model: 'good', failures: 2, forMs: 0 });
    const { last } = await run();
    expect(last).toMatchObject({ status: 'completed' });
    await expect
      .poll(() => engine.asSuperuser('select model from engine.model_health'))
      .toEqual([]);
  });
});

describe('a pinned model', () => {
  // MOD-16
  it('makes every call that writes', async () => {
    const { last, of, calls } = await run('other');
    expect(last).toMatchObject({ status: 'completed' });
    expect(of('good').map(purposeOf)).not.toContain('draft');
    expect(
      calls.filter((call) => purposeOf(call) === 'draft').map(({ body }) => body.model),
    ).toEqual(['other']);
  });

  it('that is broken is not replaced for the document: its task fails with the reason', async () => {
    provider.behave({ fails: { kind: 'server_error' } }, 'other');
    const { last, of } = await run('other');
    expect(last).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('other failed at its provider'),
    });
    expect(of('good', 'draft')).toEqual([]);
  });
});
