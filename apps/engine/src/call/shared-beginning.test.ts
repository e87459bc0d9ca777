import { afterAll, beforeAll, expect, it } from 'vitest';
import { isOver, ofType } from '../../testing/engine-client.ts';
import { type PricedProvider, startPricedProvider, textOf } from '../../testing/priced-provider.ts';
import { runRequest } from '../../testing/run-request.ts';
import { startTestEngine, type TestEngine } from '../../testing/start-test-engine.ts';

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

// PRO-21, MOD-21
it('the calls of a run begin with the same bytes, and what the cache served is counted', async () => {
  const text = 'The regional market grows by 14 % a year. '.repeat(1_400);
  const request = runRequest({ sources: [{ id: 's1', title: 'Report', location: null, text }] });
  await engine.startRun(request);
  const events = await engine.eventsUntil(request.runId, isOver);
  const calls = provider.meter.calls.filter((call) => textOf(call).includes(` ${request.runId}.`));
  const [system] = new Set(calls.map(({ body }) => JSON.stringify(body.messages[0])));
  expect(calls.every(({ body }) => JSON.stringify(body.messages[0]) === system)).toBe(true);
  const cached = calls.reduce((sum, call) => sum + call.cachedInputTokens, 0);
  const input = calls.reduce((sum, call) => sum + call.inputTokens, 0);
  expect(cached / input).toBeGreaterThan(0.4);
  expect(ofType(events, 'cost').at(-1)).toMatchObject({ input_tokens: input, cached_input_tokens: cached });
  const [row] = await engine.asSuperuser<{ cached: number }>(
    'select sum(cached_input_tokens)::integer as cached from engine.model_calls where run_id = $1',
    [request.runId],
  );
  expect(row?.cached).toBe(cached);
});
