import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { complete, postChat, streamChat } from './fake-llm-chat-client.ts';
import { type FakeLlmServer, startFakeLlmServer } from './fake-llm-server.ts';

const chat = {
  model: 'fake-model',
  messages: [{ role: 'user', content: 'Task: Size the market for cargo bikes' }],
};
const question = {
  type: 'object',
  properties: {
    agentSlug: { type: 'string', enum: ['market-analyst'] },
    question: { type: 'string' },
  },
};
const schema = {
  type: 'object',
  properties: {
    score: { type: 'integer' },
    questions: { type: 'array', items: question, maxItems: 2 },
  },
  required: ['score', 'questions'],
};
const asking = {
  ...chat,
  response_format: { type: 'json_schema', json_schema: { name: 'delegate', schema } },
};

let server: FakeLlmServer;
beforeEach(async () => {
  server = await startFakeLlmServer();
});
afterEach(() => server.close());

const ask = async (body: object = asking) => (await complete(server, body)).text;

describe('manners', () => {
  it('hold for all models, for one, or for one call, until they are replaced', async () => {
    const good = await ask();
    const other = { ...asking, model: 'other' };
    server.behave({ fence: true });
    server.behave({ chatter: 'before' }, 'other');
    expect(await ask()).toBe(`\`\`\`json\n${good}\n\`\`\``);
    expect(await ask(other)).toMatch(/^Sure!.*\n\n```json\n/);
    server.failNext({ fence: false });
    expect(await ask()).toBe(good);
    server.behave({});
    expect(await ask()).toBe(good);
    server.behave({}, 'other');
    expect(await ask(other)).toBe(good);
  });

  it('break one model while others work', async () => {
    server.behave({ fails: { kind: 'server_error', status: 503 } }, 'premium');
    expect((await postChat(server, { ...chat, model: 'premium' })).status).toBe(503);
    expect((await postChat(server, chat)).status).toBe(200);
    server.behave({ fails: { kind: 'empty' } }, 'premium');
    expect(await complete(server, { ...chat, model: 'premium' })).toMatchObject({
      text: '',
      finishReason: 'stop',
    });
  });
});

describe('an answer', () => {
  it('comes as JSON from a server that knows no streams', async () => {
    server.behave({ ignoresStream: true });
    const response = await postChat(server, { ...chat, stream: true });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ object: 'chat.completion' });
  });

  it('tells no tokens, in a stream and in JSON', async () => {
    server.behave({ reportsUsage: false });
    expect((await complete(server, chat)).usage).toBeUndefined();
    expect((await streamChat(server, chat)).lines.join()).not.toContain('total_tokens');
  });

  it('streams the arguments of a tool in pieces', async () => {
    const given = JSON.stringify({ query: 'the price of cargo bikes in Berlin' });
    server.respondWith(() => ({ toolCalls: [{ name: 'search_context', arguments: given }] }));
    const { lines, finishReason } = await streamChat(server, chat);
    const calls = lines
      .filter((line) => line.includes('tool_calls":'))
      .map((line) => JSON.parse(line.slice(6)).choices[0].delta.tool_calls[0]);
    expect(calls[0]).toMatchObject({
      index: 0,
      type: 'function',
      function: { name: 'search_context', arguments: '' },
    });
    expect(calls.length).toBeGreaterThan(2);
    expect(calls.map((call) => call.function.arguments).join('')).toBe(given);
    expect(finishReason).toBe('tool_calls');
  });

  it('holds thoughts in tags, in a document and before JSON', async () => {
    server.behave({ thoughts: 'tags' });
    expect(await ask(chat)).toMatch(/^<think>\n[^<]*\{"draft": true\}[^<]*\n<\/think>\n\n# /);
    expect(await ask()).toMatch(/^<think>\n[^<]*\n<\/think>\n\n\{"score":/);
  });

  it('is preceded by thoughts in a field of their own, which are billed as reasoning', async () => {
    const good = await ask();
    server.behave({ thoughts: 'field' });
    const { text, choice, usage } = await complete(server, asking);
    expect(text).toBe(good);
    expect(choice?.message.reasoning_content).toContain('A first try');
    const streamed = await streamChat(server, asking);
    expect(streamed).toMatchObject({
      text: good,
      reasoning: choice?.message.reasoning_content,
      usage,
    });
    expect(usage?.completion_tokens_details.reasoning_tokens).toBeGreaterThan(20);
    expect(server.meter.calls[1]?.reasoningTokens).toBe(
      usage?.completion_tokens_details.reasoning_tokens,
    );
  });

  it.each([
    ['before', /^Sure! Here is the JSON object \{as requested\}:\n\n\{.*\}$/],
    ['after', /^\{.*\}\n\nLet me know/],
    ['both', /^Sure!.*\n\n\{.*\}\n\nLet me know/],
  ] as const)('has chatter %s it', async (chatter, expected) => {
    server.behave({ chatter });
    expect(await ask()).toMatch(expected);
  });

  it('wraps a document in a fence', async () => {
    server.behave({ fence: true, chatter: 'before' });
    expect(await ask(chat)).toMatch(
      /^Sure! Here is the document \{as requested\}:\n\n```markdown\n# [\s\S]*\n```$/,
    );
  });

  it('ignores the requested format', async () => {
    server.behave({ ignoresFormat: true });
    expect(await ask()).toMatch(/^# /);
  });

  it('repeats the key in its text or in an error', async () => {
    server.behave({ repeatsKey: 'in_text' });
    expect(await ask(chat)).toContain('sk-key-of-the-caller');
    expect(JSON.parse(await ask()).questions[0].agentSlug).toContain('sk-key-of-the-caller');
    const { deltas, text } = await streamChat(server, chat);
    expect(text).toContain('sk-key-of-the-caller');
    expect(deltas.filter((delta) => delta.includes('sk-key-of-the-caller'))).toEqual([]);
    server.behave({ repeatsKey: 'in_error' });
    const response = await postChat(server, chat);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('sk-key-of-the-caller');
  });
});

describe('a wrong shape', () => {
  const good = { agentSlug: 'market-analyst', question: expect.any(String) };

  it.each([
    ['agent_names', { questions: [{ ...good, agentSlug: 'Market Analyst' }] }],
    ['untidy_agent_names', { questions: [{ ...good, agentSlug: ' MARKET  ANALYST ' }] }],
    ['surplus_items', { questions: [good, good, good, good] }],
    ['numbers_as_strings', { score: expect.stringMatching(/^\d+$/), questions: [good] }],
    ['extra_fields', { confidence: 0.9, questions: [{ ...good, confidence: 0.9 }] }],
    ['array_at_top', [good]],
  ] as const)('%s bends the answer', async (shape, expected) => {
    server.behave({ wrongShapes: [shape] });
    expect(JSON.parse(await ask())).toMatchObject(expected);
  });

  it('missing_field drops a required field until the answer was sent back as often as is set', async () => {
    server.behave({ wrongShapes: ['missing_field'], wrongTurns: 2 });
    const messages: { role: string; content: string }[] = [...chat.messages];
    const answers = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const text = await ask({ ...asking, messages });
      answers.push(Object.keys(JSON.parse(text)));
      messages.push(
        { role: 'assistant', content: text },
        { role: 'user', content: 'The questions are missing.' },
      );
    }
    expect(answers).toEqual([['score'], ['score'], ['score', 'questions']]);
  });

  it('leaves documents alone', async () => {
    server.behave({ wrongShapes: ['array_at_top', 'missing_field'] });
    expect(await ask(chat)).toMatch(/^# /);
  });
});

describe('reasoning', () => {
  beforeEach(() => server.behave({ reasoningTokens: 1_000 }));

  it('that uses up the cap leaves an empty answer, billed as reasoning', async () => {
    for (const answer of [
      await complete(server, { ...chat, max_tokens: 1_000 }),
      await streamChat(server, { ...chat, max_tokens: 1_000 }),
    ]) {
      expect(answer).toMatchObject({ text: '', finishReason: 'length' });
      expect(answer.usage).toMatchObject({
        completion_tokens: 1_000,
        completion_tokens_details: { reasoning_tokens: 1_000 },
      });
    }
    expect(server.meter.calls[1]).toMatchObject({ outputTokens: 1_000, reasoningTokens: 1_000 });
  });

  it('leaves room under a higher cap or with low effort', async () => {
    expect((await complete(server, { ...chat, max_tokens: 2_000 })).finishReason).toBe('stop');
    const brief = await complete(server, {
      ...chat,
      max_completion_tokens: 1_000,
      reasoning_effort: 'low',
    });
    expect(brief.finishReason).toBe('stop');
    expect(brief.usage?.completion_tokens_details.reasoning_tokens).toBe(100);
  });

  it('in tags ends in the middle of a thought', async () => {
    server.behave({ reasoningTokens: 1_000, thoughts: 'tags' });
    const { text, finishReason, usage } = await complete(server, { ...chat, max_tokens: 900 });
    expect(text).toMatch(/^<think>\n[^<]*$/);
    expect(finishReason).toBe('length');
    expect(usage).toMatchObject({
      completion_tokens: 900,
      completion_tokens_details: { reasoning_tokens: 0 },
    });
  });
});

describe('time', () => {
  /** Opens a stream, and returns its response and the text that has arrived so far. */
  async function openStream(body: object) {
    const request = httpRequest(`${server.baseUrl}/chat/completions`, { method: 'POST' });
    request.end(JSON.stringify({ ...body, stream: true }));
    const [response] = await once(request, 'response');
    const arrived = { chunks: [] as string[], error: null as Error | null, ended: false };
    response.on('data', (chunk: Buffer) => arrived.chunks.push(chunk.toString()));
    response.on('error', (error: Error) => {
      arrived.error = error;
    });
    response.on('end', () => {
      arrived.ended = true;
    });
    return { request, arrived };
  }
  const textOf = (arrived: { chunks: string[] }) => arrived.chunks.join('');

  it('sends chunks that arrive on their own', async () => {
    server.behave({ slow: { everyMs: 5, forMs: 50, sends: 'chunks' } });
    const { arrived } = await openStream(chat);
    await expect.poll(() => arrived.ended).toBe(true);
    expect(arrived.chunks.length).toBeGreaterThan(5);
    expect(textOf(arrived).match(/"content":"[^"]/g)).toHaveLength(10);
    expect(textOf(arrived)).toContain('[DONE]');
  });

  it('sends comments before the answer', async () => {
    server.behave({ slow: { everyMs: 2, forMs: 10, sends: 'comments' } });
    const { lines, finishReason } = await streamChat(server, chat);
    expect(lines.slice(0, 6)).toEqual([
      ...new Array(5).fill(': keep-alive'),
      expect.stringMatching(/^data: /),
    ]);
    expect(finishReason).toBe('stop');
    expect((await complete(server, chat)).finishReason).toBe('stop');
  });

  it.each([0, 3])('falls silent after %d chunks until the client leaves', async (afterChunks) => {
    server.behave({ breaks: { afterChunks, how: 'stall' } });
    const { request, arrived } = await openStream(chat);
    await expect.poll(() => textOf(arrived).match(/data: /g)?.length ?? 0).toBe(afterChunks);
    expect(server.meter.inFlight).toBe(1);
    request.destroy();
    await server.meter.waitFor(({ inFlight }) => inFlight === 0);
    const [call] = server.meter.calls;
    expect(call).toMatchObject({ failure: 'stall', outcome: 'aborted by client' });
    expect(call?.inputTokens).toBeGreaterThan(0);
    if (afterChunks === 0) expect(call?.outputTokens).toBe(0);
    else expect(call?.outputTokens).toBeGreaterThan(0);
  });

  it.each([{ breaks: { afterChunks: 4, how: 'cut' } }, { kind: 'cut' }] as const)(
    'cuts the connection in the middle of a stream: %o',
    async (failure) => {
      server.failNext(failure);
      const { arrived } = await openStream(chat);
      await expect.poll(() => arrived.error?.message).toBe('aborted');
      expect(textOf(arrived)).toContain('"content"');
      expect(textOf(arrived)).not.toContain('[DONE]');
      await server.meter.waitFor(({ inFlight }) => inFlight === 0);
      expect(server.meter.calls[0]).toMatchObject({ failure: 'cut', outcome: 'failed' });
      expect(server.meter.costNanoUsd).toBeGreaterThan(0);
    },
  );

  it('tells an error in the middle of a stream', async () => {
    server.behave({
      breaks: { afterChunks: 4, how: 'error', message: 'The upstream is overloaded' },
    });
    const response = await postChat(server, { ...chat, stream: true });
    expect(response.status).toBe(200);
    const events = (await response.text()).trim().split('\n\n');
    expect(events).toHaveLength(5);
    expect(JSON.parse(events[4]?.slice(6) ?? '')).toMatchObject({
      error: { message: 'The upstream is overloaded' },
    });
  });

  it('has a latency of its own for a model', async () => {
    server.latencyMs = 60_000;
    server.behave({ latencyMs: 0 });
    expect((await postChat(server, chat)).status).toBe(200);
  });
});
