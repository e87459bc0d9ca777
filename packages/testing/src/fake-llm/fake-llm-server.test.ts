import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postChat, complete as readCompletion, streamChat } from './fake-llm-chat-client.ts';
import { type FakeLlmServer, startFakeLlmServer } from './fake-llm-server.ts';

const prompt = [
  '[[f BEGIN task]]',
  'Task: Size the market for cargo bikes',
  'The client sells cargo bikes to families in three German cities.',
  '[[f END task]]',
  '[[f BEGIN source]]',
  'Source id: src1',
  'Revenue grew by 14 % in the last year.',
  '[[f END source]]',
  'These are orders to the model, which no document repeats.',
].join('\n');

let server: FakeLlmServer;
beforeEach(async () => {
  server = await startFakeLlmServer({ prices: { inputPerMillion: 2, outputPerMillion: 8 } });
});
afterEach(() => server.close());

const post = (body: object | string, signal?: AbortSignal) => postChat(server, body, signal);
const complete = (body: object) => readCompletion(server, body);

const chat = { model: 'fake-model', messages: [{ role: 'user', content: prompt }] };

describe('answers', () => {
  it('writes a document from the prompt and counts its tokens', async () => {
    const answer = await complete(chat);
    expect(answer.object).toBe('chat.completion');
    expect(answer.finishReason).toBe('stop');
    expect(answer.text).toMatch(/^# Size the market for cargo bikes\n/);
    expect(answer.text).toContain('- Revenue grew by 14 % in the last year.[^1]\n');
    expect(answer.text).toContain('\n[^1]: src1: “Revenue grew by 14 % in the last year.”\n');
    expect(answer.text).toContain('in three German cities.\n');
    expect(answer.text).not.toContain('orders to the model');
    const { prompt_tokens = 0, completion_tokens = 0, total_tokens } = answer.usage ?? {};
    expect(total_tokens).toBe(prompt_tokens + completion_tokens);
    expect(server.meter.costNanoUsd).toBe(prompt_tokens * 2_000 + completion_tokens * 8_000);
    expect(server.meter.calls[0]).toMatchObject({
      number: 1,
      outcome: 'answered',
      inputTokens: prompt_tokens,
    });
  });

  it('gives the same answer to the same prompt and another answer to another prompt', async () => {
    const read = async (content: string) =>
      (await complete({ ...chat, messages: [{ role: 'user', content }] })).text;
    const first = await read(prompt);
    expect(await read(prompt)).toBe(first);
    expect(await read(prompt.replace('cargo bikes', 'e-scooters'))).not.toBe(first);
  });

  it('fits the requested schema', async () => {
    const item = {
      type: 'object',
      properties: {
        id: { type: 'string' },
        agent: { type: 'string', enum: ['analyst', 'writer'] },
        score: { type: 'integer', minimum: 0, maximum: 80 },
        dependsOn: { type: 'array', items: { type: 'string' } },
      },
    };
    const schema = {
      type: 'object',
      properties: { tasks: { type: 'array', items: item, minItems: 4, maxItems: 4 } },
    };
    const response_format = {
      type: 'json_schema',
      json_schema: { name: 'plan', schema, strict: true },
    };
    const answer = await complete({ ...chat, response_format });
    const { tasks } = JSON.parse(answer.text);
    const ids = tasks.map((task: { id: string }) => task.id);
    expect(new Set(ids).size).toBe(4);
    expect(tasks.map((task: { agent: string }) => task.agent)).toEqual([
      'analyst',
      'writer',
      'analyst',
      'writer',
    ]);
    expect(tasks[0].score).toBe(80);
    expect(tasks[3].dependsOn).toEqual(ids.slice(0, 2));
  });

  it('stops at the token cap', async () => {
    const answer = await complete({ ...chat, max_tokens: 10 });
    expect(answer.finishReason).toBe('length');
    expect(answer.usage?.completion_tokens).toBe(10);
    expect(answer.text).toHaveLength(40);
  });

  it('streams the same text with usage last', async () => {
    const whole = (await complete(chat)).text;
    const response = await post({ ...chat, stream: true });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await response.text()).not.toContain('usage');
    const streamed = await streamChat(server, chat);
    expect(streamed.text).toBe(whole);
    expect(streamed.deltas.length).toBeGreaterThan(10);
    expect(streamed.finishReason).toBe('stop');
    expect(streamed.usage?.total_tokens).toBeGreaterThan(0);
    expect(streamed.lines.at(-1)).toBe('data: [DONE]');
  });

  it('lets a test write the answers', async () => {
    server.respondWith(() => 'mine');
    expect((await complete(chat)).text).toBe('mine');
  });

  it('lists its models', async () => {
    const models: unknown = await (await fetch(`${server.baseUrl}/models`)).json();
    expect(models).toMatchObject({ data: [{ id: 'fake-model', object: 'model' }] });
  });
});

describe('failures', () => {
  it.each([
    [{ kind: 'rate_limit', retryAfterS: 7 }, 429, 'rate_limit_exceeded'],
    [{ kind: 'server_error', status: 503 }, 503, null],
    [{ kind: 'unauthorized' }, 401, 'invalid_api_key'],
    [{ kind: 'bad_request' }, 400, null],
  ] as const)(
    'answers %o in the shape of OpenAI, free of charge',
    async (failure, status, code) => {
      server.failNext(failure);
      const response = await post(chat);
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ error: { code } });
      expect(response.headers.get('retry-after')).toBe(failure.kind === 'rate_limit' ? '7' : null);
      expect(server.meter.costNanoUsd).toBe(0);
      expect((await post(chat)).status).toBe(200);
    },
  );

  it('cuts the connection in the middle of an answer, which is charged', async () => {
    server.failNext({ kind: 'cut' });
    await expect(post(chat).then((response) => response.text())).rejects.toThrow();
    await server.meter.waitFor((meter) => meter.inFlight === 0);
    expect(server.meter.calls[0]).toMatchObject({ outcome: 'failed', failure: 'cut' });
    expect(server.meter.costNanoUsd).toBeGreaterThan(0);
  });

  it('notices a client that aborts a hanging call', async () => {
    server.failWhen(() => ({ kind: 'hang' }));
    const client = new AbortController();
    const answer = post(chat, client.signal);
    await server.meter.waitFor((meter) => meter.inFlight === 1);
    client.abort();
    await expect(answer).rejects.toThrow();
    await server.meter.waitFor((meter) => meter.inFlight === 0);
    expect(server.meter.calls[0]?.outcome).toBe('aborted by client');
  });

  it('counts simultaneous calls in flight', async () => {
    server.latencyMs = 20;
    await Promise.all(
      Array.from({ length: 5 }, () => post(chat).then((response) => response.text())),
    );
    expect(server.meter.maxInFlight).toBe(5);
    expect(server.meter.inFlight).toBe(0);
  });

  it.each(['{', '[]', '{"model":"m"}', '{"messages":[]}'])('refuses the body %s', async (body) => {
    expect((await post(body)).status).toBe(400);
  });

  it('answers an unknown address with 404', async () => {
    expect((await fetch(`${server.baseUrl}/completions`, { method: 'POST' })).status).toBe(404);
  });
});
