import type { ChatRequest } from '@ecp/testing/fake-llm/fake-llm-wire';
import { embedText } from '@ecp/testing/fake-llm/fake-llm-wire';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isOver, ofType } from '../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  purposeOf,
  startPricedProvider,
} from '../../../testing/engine/priced-provider.ts';
import { readMoney } from '../../../testing/engine/read-money.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';

let engine: TestEngine;
let provider: PricedProvider;
beforeAll(async () => {
  const prices = { provider: 'openai-compatible', inputPerMillion: 1 } as const;
  provider = await startPricedProvider([
    { id: 'fake-model', ...prices, outputPerMillion: 4, tier: 'standard' },
    { id: 'fake-vectors', ...prices, outputPerMillion: 0, tier: 'economy', kind: 'embedding' },
  ]);
  engine = await startTestEngine({
    models: provider.settings,
    limits: { backoffMs: 10, maxBackoffMs: 50 },
  });
  // Words with the same meaning in two languages get the same vector direction.
  provider.embedWith((text, dimensions) =>
    embedText(text.replace(/Pferdestall/gi, 'stable'), dimensions),
  );
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});
beforeEach(() => {
  provider.failWhen(() => null);
  provider.respondWith((body) =>
    purposeOf({ body }) === 'draft' && body.tools && !hasSearched(body)
      ? { toolCalls: [{ name: 'search_context', arguments: '{"query":"stable","limit":1}' }] }
      : null,
  );
});

const hasSearched = ({ messages }: ChatRequest) => messages.some(({ role }) => role === 'tool');
const filler = Array.from(
  { length: 150 },
  (_, at) => `# Part ${at}\nNothing of importance happens in part ${at}.`,
);
const wanted = '# Gebäude\nDer Pferdestall ist baufällig.';
const sources = [
  { id: 'src', title: 'bericht.md', location: null, text: [...filler, wanted].join('\n\n') },
];
const tasks = [
  { id: 'stable', name: 'State of the buildings', description: 'Say what must be repaired.' },
];

async function complete(request = runRequest({ tasks, sources })) {
  const before = provider.meter.calls.length;
  await engine.startRun(request);
  const events = await engine.eventsUntil(request.runId, isOver);
  const calls = provider.meter.calls.slice(before);
  const results = calls.flatMap(({ body }) => body.messages).filter(({ role }) => role === 'tool');
  return {
    request,
    logs: ofType(events, 'log').map(({ message }) => message),
    last: events.at(-1),
    embeddings: calls.filter(({ endpoint }) => endpoint === 'embeddings'),
    result: String(results[0]?.content ?? ''),
  };
}

const embedRows = (runId: string) =>
  engine.asSuperuser<{ status: string; task_id: string; cost: number }>(
    `select status, task_id, cost_nano_usd as cost from engine.model_calls where run_id = $1 and purpose = 'embed'`,
    [runId],
  );

describe('a search by words and meaning', () => {
  // PRO-2
  it('finds passages without any word of the query; its calls are reserved, paid and recorded, in batches', async () => {
    const { request, result, logs, embeddings } = await complete();
    expect(result).toContain('Der Pferdestall ist baufällig.');
    expect(logs).toContainEqual(
      expect.stringContaining('searched the sources by words and meaning for "stable"'),
    );
    // Two batches with 151 passages, and one with the query.
    expect(embeddings.map(({ body }) => body.messages.length).toSorted((a, b) => a - b)).toEqual([
      1, 55, 96,
    ]);
    const rows = await embedRows(request.runId);
    expect(rows.map(({ status, task_id: task }) => `${status} ${task}`)).toEqual(
      Array(3).fill('settled stable'),
    );
    expect(rows.reduce((sum, { cost }) => sum + Number(cost), 0)).toBe(
      embeddings.reduce((sum, { costNanoUsd }) => sum + costNanoUsd, 0),
    );
    const money = await readMoney(engine, request.engagement.id);
    expect(money).toMatchObject({ reserved: 0, calls: money.spent });
  });

  // PRO-17
  it('pays each text of an engagement once, and leaves no vector after the engagement is erased', async () => {
    const first = await complete();
    const engagement = first.request.engagement;
    const second = await complete(runRequest({ tasks, sources, engagement }));
    expect(second.result).toContain('Pferdestall');
    expect(second.embeddings).toHaveLength(0);
    const count = () =>
      engine.asSuperuser('select text_hash from engine.embeddings where engagement_id = $1', [
        engagement.id,
      ]);
    expect(await count()).toHaveLength(152);
    await engine.deleteEngagement(engagement.id);
    expect(await count()).toHaveLength(0);
  });

  it('retries failures that may pass, within limits', async () => {
    let failures = 2;
    provider.failWhen(({ model }) =>
      model === 'fake-vectors' && failures-- > 0 ? { kind: 'server_error' } : null,
    );
    const { result, last } = await complete();
    expect(last).toMatchObject({ status: 'completed' });
    expect(result).toContain('Pferdestall');
  });

  it.each([
    ['fails', { kind: 'cut' } as const],
    ['is refused', { kind: 'unauthorized' } as const],
  ])(
    'goes on by words alone when the embedding %s: a line in the log, no failed run',
    async (_name, failure) => {
      provider.failWhen(({ model }) => (model === 'fake-vectors' ? failure : null));
      const { request, logs, last } = await complete();
      expect(last).toMatchObject({ status: 'completed', error: null });
      expect(
        logs.filter((line) => line.startsWith('The sources are searched by words only')),
      ).toHaveLength(1);
      expect(logs).toContainEqual(expect.stringContaining('searched the sources for "stable"'));
      const money = await readMoney(engine, request.engagement.id);
      expect(money).toMatchObject({ reserved: 0, calls: money.spent });
      expect((await embedRows(request.runId)).map(({ status }) => status)).not.toContain('settled');
    },
  );

  // PRO-4
  it('is aborted by Stop: no vector is requested after its response', async () => {
    provider.failWhen(({ model }) => (model === 'fake-vectors' ? { kind: 'hang' } : null));
    const request = runRequest({ tasks, sources });
    const before = provider.meter.calls.length;
    await engine.startRun(request);
    await provider.meter.waitFor(({ calls }) =>
      calls
        .slice(before)
        .some(({ endpoint, finishedAtMs }) => endpoint === 'embeddings' && finishedAtMs === null),
    );
    expect(await engine.control(request.runId, 'stop')).toMatchObject({ status: 'failed' });
    const answeredAtMs = Date.now();
    await provider.meter.waitFor(({ inFlight }) => inFlight === 0);
    const calls = provider.meter.calls.slice(before);
    for (const { startedAtMs } of calls) expect(startedAtMs).toBeLessThanOrEqual(answeredAtMs);
    await pollUntil(
      () => readMoney(engine, request.engagement.id),
      ({ reserved }) => reserved === 0,
    );
    expect(provider.meter.calls.slice(before)).toHaveLength(calls.length);
  });

  // This test is the last one because the provider stays blocked.
  it('does not call a blocked provider from any process, and searches by words meanwhile', async () => {
    provider.failWhen(({ model }) =>
      model === 'fake-vectors' ? { kind: 'rate_limit', retryAfterS: 60 } : null,
    );
    const { last, logs, embeddings } = await complete();
    expect(last).toMatchObject({ status: 'completed' });
    expect(logs).toContainEqual(expect.stringContaining('searched the sources for "stable"'));
    // Both batches of passages may already have been sent.
    expect(embeddings.length).toBeLessThanOrEqual(2);
    const blocks = await engine.asSuperuser(
      `select 1 from engine.provider_blocks where model = 'fake-vectors' and blocked_until > now() + interval '30 s'`,
    );
    expect(blocks).toHaveLength(1);
  });
});
