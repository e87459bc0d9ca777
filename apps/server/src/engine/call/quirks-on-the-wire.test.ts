import { type FakeLlmServer, startFakeLlmServer } from '@ecp/testing/fake-llm/fake-llm-server';
import { modelQuirks } from '@ecp/testing/fake-llm/model-quirks';
import { type OddGateway, type Quirk, startOddGateway } from '@ecp/testing/fake-llm/odd-gateway';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleRequest } from '../../../testing/engine/sample-prompt.ts';
import { createLanguageModel } from '../models/providers.ts';
import { type GenerateCall, generate } from './generate.ts';
import { searchContextTool } from './tool-types.ts';

let server: FakeLlmServer;
let gateway: OddGateway;
let plain: Awaited<ReturnType<typeof answersOf>> | undefined;
beforeAll(async () => {
  server = await startFakeLlmServer();
  gateway = await startOddGateway(
    server.baseUrl,
    new Map<string, Quirk>(Object.entries(modelQuirks)),
  );
});
afterAll(async () => {
  await gateway.close();
  await server.close();
});

const parts = [
  { text: 'The market grows by 14 % a year.', cache: true },
  { text: 'Judge the draft. Answer in JSON.', cache: false },
];
const schema = Type.Object(
  { score: Type.Integer(), reason: Type.String() },
  { additionalProperties: false },
);
const offer = { tools: [searchContextTool], open: true, turns: [] };

function openModel(id: string, provider: 'openai-compatible' | 'openai' = 'openai-compatible') {
  const entry = {
    id,
    provider,
    tier: 'standard',
    inputPerMillion: 1,
    outputPerMillion: 4,
  } as const;
  return createLanguageModel(entry, {
    openaiCompatible: { baseUrl: gateway.baseUrl, models: [id] },
    ...(provider === 'openai' && { openaiApiKey: 'key', baseUrl: gateway.baseUrl }),
    localModelLatencyMs: 0,
  });
}

async function ask(model: GenerateCall['model'], changes: Partial<GenerateCall>) {
  const call = {
    ...sampleRequest(),
    maxOutputTokens: 8_000,
    purpose: 'observe',
    input: null,
    system: 'You judge.',
    parts,
  };
  const { text, object, toolTurn, usage } = await generate({
    ...call,
    schema: null,
    model,
    ...changes,
  });
  const calls = toolTurn?.toolCalls.map(({ name, input, refusal }) => ({ name, input, refusal }));
  return { text: text.trim(), object, calls, usage };
}

const paper = '# Growth\n\nThe market grows by 14 % a year; see `a < b`.\n\n- One\n- Two\n';
const searches = ['coffee sales', 'cargo bikes'].map((query) => {
  return { name: 'search_context', arguments: JSON.stringify({ query }) };
});

/** Asks for a text, JSON and tools. */
async function answersOf(model: GenerateCall['model']) {
  server.respondWith(() => paper);
  const text = await ask(model, {});
  server.respondWith(() => '{"score": 71, "reason": "It says “a < b”."}');
  const json = await ask(model, { schema });
  server.respondWith(() => ({ toolCalls: searches }));
  const tools = await ask(model, { offer });
  return { text, json, tools };
}

const withoutUsage = ({ usage: _, ...answer }: Awaited<ReturnType<typeof ask>>) => answer;

/** Quirks after which every answer is used at once. */
const harmless = Object.entries(modelQuirks).filter(([, { repeats }]) => repeats === undefined);

// MOD-31, MOD-32, MOD-33
it.each(harmless)(
  'texts, JSON and tools of the quirk %s are those of a server without quirks, at the same usage',
  async (name, { refusals = 0 }) => {
    plain ??= await answersOf(openModel('plain'));
    expect(plain.text.text).toBe(paper.trim());
    expect(plain.json.object).toMatchObject({ score: 71 });
    expect(plain.tools.calls).toHaveLength(2);
    const odd = await answersOf(openModel(name));
    expect(withoutUsage(odd.text)).toEqual(withoutUsage(plain.text));
    expect(withoutUsage(odd.json)).toEqual(withoutUsage(plain.json));
    expect(withoutUsage(odd.tools)).toEqual(withoutUsage(plain.tools));
    // Another form of a request has other tokens.
    if (refusals === 0) expect(odd.text.usage).toEqual(plain.text.usage);
    expect(gateway.requestsFor(name)).toHaveLength(3 + refusals);
  },
);

// MOD-31, MOD-32: another package, whose forms are stricter, asks OpenAI and Azure.
it.each([
  'null-choices-first',
  'number-ids',
  'other-role',
  'content-parts',
  'tool-arguments-as-objects',
  'whole-json',
  'tool-calls-without-index',
  'no-reason',
  'end-turn',
  'refuses-max-tokens',
  'refuses-stream-options',
  'no-ids',
])("answers of OpenAI's own package are the same with the quirk %s", async (name) => {
  const usual = await answersOf(openModel('plain', 'openai'));
  const odd = await answersOf(openModel(name, 'openai'));
  expect(withoutUsage(odd.text)).toEqual(withoutUsage(usual.text));
  expect(withoutUsage(odd.json)).toEqual(withoutUsage(usual.json));
  expect(withoutUsage(odd.tools)).toEqual(withoutUsage(usual.tools));
});

// MOD-30
it.each([
  'end-abort-once',
  'end-no-resource-once',
  'end-other-once',
  'end-error-once',
  'end-closed-once',
])('half a text of the quirk %s is no answer, and is paid by its tokens', async (name) => {
  const model = openModel(name);
  server.respondWith(() => paper);
  await expect(ask(model, {})).rejects.toMatchObject({
    kind: 'broken_off',
    retryable: true,
    billing: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
  });
  await expect(ask(model, {})).resolves.toMatchObject({ text: expect.stringMatching(/^# /) });
});

const list = Type.Object({ tasks: Type.Array(Type.Object({ name: Type.String() })) });
const tasks = JSON.stringify({
  tasks: ['Market', 'Costs', 'Plan'].map((name) => ({ name: `${name} of the year` })),
});

// MOD-30
it('half a JSON is no answer, even if a value within it is whole', async () => {
  server.respondWith(() => `Here are {as requested} the tasks: ${tasks}`);
  const model = openModel('end-network-error-once');
  await expect(ask(model, { schema: list })).rejects.toMatchObject({ kind: 'broken_off' });
  expect((await ask(model, { schema: list })).object).toEqual(JSON.parse(tasks));
  await expect(
    ask(openModel('plain'), { schema: list, maxOutputTokens: 20 }),
  ).rejects.toMatchObject({
    kind: 'capped',
  });
});

// MOD-33
it.each([
  ['{"query":"coffee sales"}<|im_end|>', 'search_context'],
  ['<think>Look it up.</think>\n{"query":"coffee sales"}', 'functions.search_context'],
  ['"{\\"query\\":\\"coffee sales\\"}"', 'search_context<|channel|>commentary'],
  ['```json\n{"query":"coffee sales<|eot_id|>"}\n```', 'search_context'],
])('the input %j of a tool is read without what stands around it', async (input, name) => {
  server.respondWith(() => ({ toolCalls: [{ name, arguments: input }] }));
  const { calls } = await ask(openModel('plain'), { offer });
  expect(calls).toEqual([
    { name: 'search_context', input: { query: 'coffee sales', limit: 6 }, refusal: null },
  ]);
});

// MOD-32
it('an error that a stream holds before any answer costs nothing and says its reason', async () => {
  await expect(ask(openModel('error-first-always'), {})).rejects.toMatchObject({
    kind: 'provider_failure',
    billing: 'none',
    message: expect.stringContaining('(HTTP 502): The tensor cores are on strike'),
  });
});

// MOD-13, MOD-31
it('an answer that is not streamed may take longer than the limit of silence', async () => {
  server.respondWith(() => paper);
  server.latencyMs = 2_500;
  const answer = await ask(openModel('refuses-stream'), { idleTimeoutMs: 2_000 });
  server.latencyMs = 0;
  expect(answer.text).toBe(paper.trim());
});
