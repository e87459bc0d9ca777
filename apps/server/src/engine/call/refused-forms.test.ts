import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import type { LlmBehaviour } from '@ecp/testing/fake-llm/fake-llm-behaviour';
import type { ChatRequest } from '@ecp/testing/fake-llm/fake-llm-wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isOver, ofType } from '../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  purposeOf,
  startPricedProvider,
  textOf,
} from '../../../testing/engine/priced-provider.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';

let engine: TestEngine;
let provider: PricedProvider;

beforeAll(async () => {
  provider = await startPricedProvider();
  const limits = { backoffMs: 10, maxBackoffMs: 50 };
  engine = await startTestEngine({ models: provider.settings, limits });
  // A planned run of one task has each kind of call.
  const task = { id: 'one', name: 'Market research', description: 'Size it.', dependsOn: [] };
  const plan = JSON.stringify({ tasks: [{ ...task, agent: 'market-research-analyst' }] });
  provider.respondWith((body) => (purposeOf({ body }) === 'plan' ? plan : null));
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});

const sources = [
  { id: 's1', title: 'Report', location: null, text: 'Coffee grew by 14 % in the north-east.' },
];

async function run(tasks: TaskConfiguration[] = []) {
  const request = runRequest({ tasks, sources });
  await engine.startRun(request);
  const events = await engine.eventsUntil(request.runId, isOver);
  const calls = provider.meter.calls.filter((call) => textOf(call).includes(` ${request.runId}.`));
  return { last: events.at(-1), scores: ofType(events, 'score'), calls };
}

/**
 * Each server also refuses what the server before it refuses, because one engine asks all of them
 * and remembers.
 */
const servers: [string, LlmBehaviour, (body: ChatRequest) => boolean][] = [
  [
    'tools beside a schema or JSON mode',
    { refuses: ['tools_with_format'], dialect: 'gemini' },
    ({ tools, response_format }) => !tools || !response_format,
  ],
  [
    'schemas',
    { refuses: ['tools_with_format', 'json_schema'], dialect: 'deepseek' },
    ({ response_format }) => response_format?.type !== 'json_schema',
  ],
  [
    'JSON mode, too',
    { refuses: ['tools_with_format', 'json_schema', 'json_object'], dialect: 'vllm' },
    ({ response_format }) => response_format === undefined,
  ],
  [
    'tools, too',
    { refuses: ['json_schema', 'json_object', 'tools'], dialect: 'ollama' },
    ({ tools }) => tools === undefined,
  ],
];

// MOD-10
it.each(servers)(
  'a server that refuses %s is asked in the next form, which is remembered',
  async (_form, behaviour, fits) => {
    provider.behave(behaviour);
    const first = await run();
    expect(first.last).toMatchObject({ status: 'completed', error: null });
    expect(first.scores.length).toBeGreaterThan(0);
    const second = await run([{ id: 'one', name: 'Market research' }]);
    expect(second.last).toMatchObject({ status: 'completed', error: null });
    expect(second.calls.filter(({ failure }) => failure === 'refused')).toEqual([]);
    expect(second.calls.length).toBeGreaterThan(2);
    expect(second.calls.every(({ body }) => fits(body))).toBe(true);
  },
);
