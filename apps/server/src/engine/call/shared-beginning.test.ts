import type { MeteredCall } from '@ecp/testing/fake-llm/fake-llm-meter';
import { PromptCache, renderPrompt } from '@ecp/testing/fake-llm/fake-llm-meter';
import { writeVaried } from '@ecp/testing/fake-llm/fake-llm-varied';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eightTasks } from '../../../testing/engine/eight-tasks.ts';
import { isOver, ofType } from '../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  startPricedProvider,
} from '../../../testing/engine/priced-provider.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';

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
  provider.respondWith(writeVaried());
  const request = eightTasks('shared-beginning');
  await engine.startRun(request);
  const events = await engine.eventsUntil(request.runId, isOver);
  const { calls } = provider.meter;
  const [system] = new Set(calls.map(({ body }) => JSON.stringify(body.messages[0])));
  expect(calls.every(({ body }) => JSON.stringify(body.messages[0]) === system)).toBe(true);

  const cached = sum(calls.map(({ cachedInputTokens }) => cachedInputTokens));
  const input = sum(calls.map(({ inputTokens }) => inputTokens));
  expect(ofType(events, 'cost').at(-1)).toMatchObject({
    input_tokens: input,
    cached_input_tokens: cached,
  });
  const [row] = await engine.asSuperuser<{ cached: number }>(
    'select sum(cached_input_tokens)::integer as cached from engine.model_calls where run_id = $1',
    [request.runId],
  );
  expect(row?.cached).toBe(cached);
  // The share depends on how many calls follow from the answers: 0.55 to 0.70 in runs.
  // docs/benchmarks.md measures it.
  expect(readableTokens(calls) / input).toBeGreaterThanOrEqual(0.5);
});

/**
 * Returns the input tokens that earlier calls have begun with, also if they were still in flight.
 */
function readableTokens(calls: readonly MeteredCall[]): number {
  const cache = new PromptCache();
  return sum(
    calls.map(({ body }) => {
      const { cachedTokens, write } = cache.open(body.model, renderPrompt(body));
      write();
      return cachedTokens;
    }),
  );
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
