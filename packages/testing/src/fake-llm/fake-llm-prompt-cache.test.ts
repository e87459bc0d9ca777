import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { complete, postChat, streamChat } from './fake-llm-chat-client.ts';
import { type FakeLlmServer, startFakeLlmServer } from './fake-llm-server.ts';
import { imagesOf } from './fake-llm-wire.ts';

let server: FakeLlmServer;
beforeEach(async () => {
  server = await startFakeLlmServer({
    prices: { inputPerMillion: 2, outputPerMillion: 8, cachedInputPerMillion: 0.5 },
  });
});
afterEach(() => server.close());

/** A text of this many tokens that differs from token to token. */
const words = (tokens: number) =>
  Array.from({ length: tokens }, (_, index) => String(1_000 + (index % 9_000))).join('');
const shared = words(2_000);
const request = (end: string, rest: object = {}) => ({
  model: 'm',
  messages: [
    { role: 'system', content: shared },
    { role: 'user', content: end },
  ],
  ...rest,
});
const cachedOf = async (body: object) =>
  (await complete(server, body)).usage?.prompt_tokens_details.cached_tokens;

describe('the prompt cache', () => {
  it('holds the longest shared prefix in steps of 128 tokens, and is charged at its own price', async () => {
    const first = await complete(server, request('One question'));
    expect(first.usage?.prompt_tokens_details.cached_tokens).toBe(0);
    const second = await streamChat(server, request('Another question'));
    // 2,000 tokens and the mark of the role hold 1,024 tokens and 7 steps of 128.
    expect(second.usage?.prompt_tokens_details.cached_tokens).toBe(1_920);
    const [, call] = server.meter.calls;
    expect(call?.cachedInputTokens).toBe(1_920);
    const { inputTokens = 0, outputTokens = 0 } = call ?? {};
    expect(call?.costNanoUsd).toBe(
      (inputTokens - 1_920) * 2_000 + 1_920 * 500 + outputTokens * 8_000,
    );
  });

  it('holds nothing of a prefix below 1,024 tokens', async () => {
    const short = { model: 'm', messages: [{ role: 'user', content: words(1_000) }] };
    await complete(server, short);
    expect(await cachedOf(short)).toBe(0);
  });

  it('ends where the requests differ, and begins with tools and schema', async () => {
    await complete(server, request('Q'));
    const changed = `${shared.slice(0, 6_000)}!${shared.slice(6_001)}`;
    expect(await cachedOf({ model: 'm', messages: [{ role: 'system', content: changed }] })).toBe(
      1_408,
    );
    const tools = [{ type: 'function', function: { name: 'search_context' } }];
    expect(await cachedOf(request('Q', { tools }))).toBe(0);
    expect(await cachedOf(request('Other', { tools }))).toBe(1_920);
    const form = (name: string) => {
      const schema = { type: 'object', properties: { [name]: { type: 'string' } } };
      return { response_format: { type: 'json_schema', json_schema: { name, schema } } };
    };
    expect(await cachedOf(request('Q', form('plan')))).toBe(0);
    expect(await cachedOf(request('Q', form('observe')))).toBe(0);
    expect(await cachedOf(request('Other', form('observe')))).toBe(1_920);
  });

  it('is of one model', async () => {
    await complete(server, request('Q'));
    expect(await cachedOf(request('Q', { model: 'other' }))).toBe(0);
  });

  it('sees text parts as the text that they make', async () => {
    await complete(server, request('Q'));
    const parts = [shared.slice(0, 500), shared.slice(500)].map((text) => ({ type: 'text', text }));
    expect(await cachedOf({ model: 'm', messages: [{ role: 'system', content: parts }] })).toBe(
      1_920,
    );
  });

  it('is readable once the call that wrote it has begun to answer', async () => {
    server.failNext({ kind: 'hang' }, {}, { breaks: { afterChunks: 0, how: 'stall' } });
    const client = new AbortController();
    const hanging = postChat(server, request('Q'), client.signal).catch(() => null);
    await server.meter.waitFor(({ inFlight }) => inFlight === 1);
    expect(await cachedOf(request('Q'))).toBe(0);
    const other = request('Q', { model: 'other' });
    await postChat(server, other, client.signal);
    expect(await cachedOf(other)).toBe(1_920);
    client.abort();
    await hanging;
  });

  it('is never written by refused and failed calls', async () => {
    server.failNext({ kind: 'server_error' }, { contextWindow: 10 });
    expect((await postChat(server, request('Q'))).status).toBe(500);
    expect((await postChat(server, request('Q'))).status).toBe(400);
    expect(await cachedOf(request('Q'))).toBe(0);
  });
});

describe('the meter', () => {
  it('sums up by purpose', async () => {
    const schema = { type: 'object', properties: { score: { type: 'integer' } } };
    const observing = {
      response_format: { type: 'json_schema', json_schema: { name: 'observe', schema } },
    };
    for (const end of ['a', 'b', 'c']) await complete(server, request(end, observing));
    await complete(server, request('d'));
    const totals = server.meter.totals();
    expect([...totals.keys()]).toEqual(['observe', 'text']);
    expect(totals.get('observe')).toMatchObject({
      calls: 3,
      cachedInputTokens: 2 * 1_920,
      reasoningTokens: 0,
    });
    const sum = [...totals.values()].reduce((cost, total) => cost + total.costNanoUsd, 0);
    expect(sum).toBe(server.meter.costNanoUsd);
    expect(server.meter.totals(({ body }) => body.model).get('m')?.calls).toBe(4);
  });
});

describe('images', () => {
  const image = (data: string) => ({
    type: 'image_url',
    image_url: { url: `data:image/png;base64,${data}` },
  });
  const see = (...parts: object[]) => ({
    model: 'm',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'What do you see?' }, ...parts] }],
  });

  it('count 1,000 tokens each, and a responder sees them', async () => {
    server.respondWith((body) => `I see ${imagesOf(body).length} images`);
    const none = await complete(server, see());
    const two = await complete(server, see(image('aaaa'), image('bbbb')));
    expect([none.text, two.text]).toEqual(['I see 0 images', 'I see 2 images']);
    expect((two.usage?.prompt_tokens ?? 0) - (none.usage?.prompt_tokens ?? 0)).toBe(2_000);
  });

  it('are cached like text', async () => {
    await complete(server, see(image('aaaa'), image('bbbb')));
    expect(await cachedOf(see(image('aaaa'), image('bbbb')))).toBe(1_920);
    expect(await cachedOf(see(image('cccc'), image('bbbb')))).toBe(0);
  });

  it.each(['https://example.com/a.png', 'data:text/plain;base64,aaaa', ''])(
    'at the address %j are refused',
    async (url) => {
      expect((await postChat(server, see({ type: 'image_url', image_url: { url } }))).status).toBe(
        400,
      );
    },
  );
});
