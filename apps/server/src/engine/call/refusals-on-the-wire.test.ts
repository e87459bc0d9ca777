import type { Dialect, LlmBehaviour, Refusable } from '@ecp/testing/fake-llm/fake-llm-behaviour';
import { type FakeLlmServer, startFakeLlmServer } from '@ecp/testing/fake-llm/fake-llm-server';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleRequest } from '../../../testing/engine/sample-prompt.ts';
import { createLanguageModel } from '../models/providers.ts';
import { type GenerateCall, generate } from './generate.ts';
import { searchContextTool } from './tool-types.ts';

let server: FakeLlmServer;
beforeAll(async () => {
  server = await startFakeLlmServer();
});
afterAll(() => server.close());

const entry = {
  id: 'm',
  provider: 'openai-compatible',
  tier: 'standard',
  inputPerMillion: 1,
  outputPerMillion: 4,
} as const;
const schema = Type.Object({ score: Type.Integer() }, { additionalProperties: false });
const offer = { tools: [searchContextTool], open: true, turns: [] };

async function refusalOf(
  behaviour: LlmBehaviour,
  changes: Partial<GenerateCall>,
): Promise<unknown> {
  server.behave(behaviour);
  const settings = {
    openaiCompatible: { baseUrl: server.baseUrl, models: ['m'] },
    localModelLatencyMs: 0,
  };
  const model = createLanguageModel(entry, settings);
  const parts = [{ text: 'Judge the draft. Answer in JSON.', cache: false }];
  const call = {
    ...sampleRequest(),
    model,
    purpose: 'observe',
    input: null,
    system: 'You judge.',
    parts,
  } as const;
  return generate({ ...call, schema, offer: null, ...changes }).catch((error: unknown) => error);
}

const dialects: Dialect[] = [
  'openai',
  'vllm',
  'llama_cpp',
  'ollama',
  'lm_studio',
  'deepseek',
  'groq',
  'gemini',
  'anthropic',
];
const refusals: [Refusable, 'format' | 'tools', Partial<GenerateCall>][] = [
  ['json_schema', 'format', {}],
  ['json_object', 'format', { form: { format: 'json', tools: true, effort: true } }],
  ['tools', 'tools', { schema: null, offer }],
  ['tools_with_format', 'tools', { offer }],
];

// MOD-10
it.each(dialects)('the words of %s name what the server refuses', async (dialect) => {
  for (const [refuses, named, changes] of refusals) {
    const refusal = await refusalOf({ refuses: [refuses], dialect }, changes);
    expect(refusal).toMatchObject({
      kind: 'refused_form',
      refused: expect.arrayContaining([named]),
      billing: 'none',
    });
  }
});

// MOD-12
it.each(dialects)('the words of %s say that the context is too small', async (dialect) => {
  const parts = [{ text: 'Coffee grew by 14 %. '.repeat(200), cache: false }];
  const refusal = await refusalOf({ contextWindow: 500, dialect }, { parts });
  expect(refusal).toMatchObject({ kind: 'context_overflow', billing: 'none' });
});

it('a failure of a server is not a refusal, whatever it names', async () => {
  const fails = (status: number, message: string) => {
    return { fails: { kind: 'server_error', status, message } } as const satisfies LlmBehaviour;
  };
  expect(await refusalOf(fails(500, 'The tool runtime crashed'), { offer })).toMatchObject({
    kind: 'provider_failure',
  });
  expect(await refusalOf(fails(503, 'tools: unavailable'), { offer })).toMatchObject({
    kind: 'provider_failure',
  });
});
