import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LlmBehaviour } from './fake-llm-behaviour.ts';
import { postChat } from './fake-llm-chat-client.ts';
import { type FakeLlmServer, startFakeLlmServer } from './fake-llm-server.ts';

const chat = { model: 'm', messages: [{ role: 'user', content: 'Answer in JSON.' }] };
const tools = [
  { type: 'function', function: { name: 'search_context', parameters: { type: 'object' } } },
];
const json_schema = { name: 'plan', schema: { type: 'object', properties: {} } };
const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };

const asked = {
  json_schema: { ...chat, response_format: { type: 'json_schema', json_schema } },
  json_object: { ...chat, response_format: { type: 'json_object' } },
  tools: { ...chat, tools },
  tools_with_format: { ...chat, tools, response_format: { type: 'json_schema', json_schema } },
  images: { ...chat, messages: [{ role: 'user', content: [image] }] },
} as const;

let server: FakeLlmServer;
beforeEach(async () => {
  server = await startFakeLlmServer();
});
afterEach(() => server.close());

async function refusal(behaviour: LlmBehaviour, body: object) {
  server.behave(behaviour);
  const response = await postChat(server, body);
  return { status: response.status, body: await response.json() };
}

const forms = Object.keys(asked) as (keyof typeof asked)[];

describe('a refused form', () => {
  it.each(forms)('%s is refused, free of charge, and what lacks it is answered', async (form) => {
    const { status, body } = await refusal({ refuses: [form] }, asked[form]);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: { message: expect.any(String), type: 'invalid_request_error' },
    });
    expect(server.meter.calls[0]).toMatchObject({
      failure: 'refused',
      outcome: 'failed',
      costNanoUsd: 0,
    });
    expect((await postChat(server, chat)).status).toBe(200);
    if (form === 'tools_with_format') {
      expect((await postChat(server, asked.tools)).status).toBe(200);
      expect((await postChat(server, asked.json_schema)).status).toBe(200);
    }
  });

  it.each([
    [
      'openai',
      'json_schema',
      { error: { param: 'response_format', message: /'json_schema' is not supported/ } },
    ],
    [
      'vllm',
      'json_schema',
      { object: 'error', code: 400, message: /'response_format'.*'text' or 'json_object'/ },
    ],
    ['vllm', 'tools', { object: 'error', message: /"auto" tool choice requires/ }],
    [
      'llama_cpp',
      'json_schema',
      { error: { code: 400, message: /one of "text" or "json_object"/ } },
    ],
    [
      'ollama',
      'tools',
      { error: { message: /library\/m does not support tools/, type: 'api_error' } },
    ],
    [
      'lm_studio',
      'json_object',
      { error: /'response_format.type' must be 'json_schema' or 'text'/ },
    ],
    [
      'deepseek',
      'json_schema',
      { error: { message: /^This response_format type is unavailable now$/ } },
    ],
    [
      'groq',
      'json_schema',
      { error: { message: /does not support response format `json_schema`/ } },
    ],
    [
      'groq',
      'tools_with_format',
      { error: { message: /^json mode cannot be combined with tool\/function calling$/ } },
    ],
    [
      'gemini',
      'tools_with_format',
      [{ error: { message: /^Function calling with a response mime type:/ } }],
    ],
    ['gemini', 'json_object', [{ error: { message: /JSON mode is not enabled for models\/m/ } }]],
  ] as const)('of %s: %s', async (dialect, form, expected) => {
    const { status, body } = await refusal({ dialect, refuses: [form] }, asked[form]);
    expect(status).toBe(400);
    expect(body).toMatchObject(withPatterns(expected));
  });

  it('of DeepSeek may have another status', async () => {
    const { status } = await refusal(
      { dialect: 'deepseek', refuses: ['json_object'] },
      asked.json_object,
    );
    expect(status).toBe(422);
  });

  it.each([
    ['openai', 'Unrecognized request argument supplied: reasoning_effort'],
    ['groq', "property 'reasoning_effort' is unsupported"],
    ['anthropic', 'reasoning_effort: Extra inputs are not permitted'],
  ] as const)('is also a parameter that %s does not know', async (dialect, message) => {
    const behaviour = { dialect, unknownParameters: ['reasoning_effort'] };
    const { status, body } = await refusal(behaviour, { ...chat, reasoning_effort: 'low' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { message } });
    expect((await postChat(server, chat)).status).toBe(200);
  });

  it('is JSON mode without the word JSON in a message, with every server', async () => {
    const messages = [{ role: 'user', content: 'Answer.' }];
    const { status, body } = await refusal({}, { ...asked.json_object, messages });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: { message: expect.stringContaining("must contain the word 'json'") },
    });
    expect((await postChat(server, asked.json_object)).status).toBe(200);
  });
});

describe('a context window', () => {
  const long = { model: 'm', messages: [{ role: 'user', content: 'x'.repeat(4_000) }] };

  it.each([
    [
      'openai',
      {
        error: { code: 'context_length_exceeded', message: /maximum context length is 500 tokens/ },
      },
    ],
    ['vllm', { object: 'error', message: /you requested 1002 tokens \(1002 in the messages/ }],
    [
      'llama_cpp',
      {
        error: { type: 'exceed_context_size_error', message: /exceeds the available context size/ },
      },
    ],
    ['lm_studio', { error: /context length of only 500 tokens/ }],
    [
      'groq',
      {
        error: {
          code: 'context_length_exceeded',
          message: /^Please reduce the length of the messages/,
        },
      },
    ],
    [
      'gemini',
      [
        {
          error: {
            message:
              /input token count \(1002\) exceeds the maximum number of tokens allowed \(500\)/,
          },
        },
      ],
    ],
    [
      'anthropic',
      { type: 'error', error: { message: /^prompt is too long: 1002 tokens > 500 maximum$/ } },
    ],
  ] as const)('is told as %s does', async (dialect, expected) => {
    const { status, body } = await refusal({ dialect, contextWindow: 500 }, long);
    expect(status).toBe(400);
    expect(body).toMatchObject(withPatterns(expected));
    expect(server.meter.costNanoUsd).toBe(0);
    expect((await postChat(server, chat)).status).toBe(200);
  });

  it('also holds the cap, where the server counts it', async () => {
    const behaviour = { dialect: 'vllm', contextWindow: 2_000, windowHoldsCap: true } as const;
    const { status, body } = await refusal(behaviour, { ...long, max_tokens: 1_500 });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      message: expect.stringContaining(
        'you requested 2502 tokens (1002 in the messages, 1500 in the completion)',
      ),
    });
    expect((await refusal(behaviour, { ...long, max_tokens: 900 })).status).toBe(200);
  });

  it('also holds tools, schema and images', async () => {
    const wide = { ...tools[0], function: { name: 'wide', description: 'x'.repeat(4_000) } };
    expect((await refusal({ contextWindow: 500 }, { ...chat, tools: [wide] })).status).toBe(400);
    expect((await refusal({ contextWindow: 500 }, asked.images)).status).toBe(400);
    expect((await refusal({ contextWindow: 1_100 }, asked.images)).status).toBe(200);
  });
});

/** Turns each pattern of an expected body into a matcher. */
function withPatterns(expected: unknown): object {
  const turn = (value: unknown): unknown => {
    if (value instanceof RegExp) return expect.stringMatching(value);
    if (Array.isArray(value)) return value.map(turn);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, turn(item)]));
  };
  return turn(expected) as object;
}
