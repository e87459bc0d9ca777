import { type FakeLlmServer, startFakeLlmServer } from '@ecp/testing/fake-llm/fake-llm-server';
import { modelQuirks } from '@ecp/testing/fake-llm/model-quirks';
import { type OddGateway, type Quirk, startOddGateway } from '@ecp/testing/fake-llm/odd-gateway';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleRequest } from '../../testing/sample-prompt.ts';
import { createLanguageModel } from '../models/providers.ts';
import { type GenerateCall, generate } from './generate.ts';
import { searchContextTool } from './tool-types.ts';

let server: FakeLlmServer;
let gateway: OddGateway;
let plain: Awaited<ReturnType<typeof answersOf>> | undefined;
beforeAll(async () => {
  server = await startFakeLlmServer();
  gateway = await startOddGateway(server.baseUrl, new Map<string, Quirk>(Object.entries(modelQuirks)));
});
afterAll(async () => {
  await gateway.close();
  await server.close();
});

const parts = [
  { text: 'The market grows by 14 % a year.', cache: true },
  { text: 'Judge the draft. Answer in JSON.', cache: false },
];
const schema = Type.Object({ score: Type.Integer(), reason: Type.String() }, { additionalProperties: false });
const offer = { tools: [searchContextTool], open: true, turns: [] };

function openModel(id: string) {
  const entry = {
    id,
    provider: 'openai-compatible',
    tier: 'standard',
    inputPerMillion: 1,
    outputPerMillion: 4,
  } as const;
  return createLanguageModel(entry, {
    openaiCompatible: { baseUrl: gateway.baseUrl, models: [id] },
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
  const { text, object, toolTurn, usage } = await generate({ ...call, schema: null, model, ...changes });
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

// MOD-30
it.each(['end-abort-once', 'end-no-resource-once', 'end-other-once', 'end-closed-once'])(
  'half a text of the quirk %s is no answer, and is paid by its tokens',
  async (name) => {
    const model = openModel(name);
    server.respondWith(() => paper);
    await expect(ask(model, {})).rejects.toMatchObject({
      kind: 'broken_off',
      retryable: true,
      billing: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
    });
    await expect(ask(model, {})).resolves.toMatchObject({ text: expect.stringMatching(/^# /) });
  },
);

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
