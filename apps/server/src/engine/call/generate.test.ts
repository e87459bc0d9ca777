import { createServer } from 'node:net';
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { type FakeLlmServer, startFakeLlmServer } from '@ecp/testing/fake-llm/fake-llm-server';
import { createRedactor } from '@ecp/tracing/redact-secrets';
import { wrapLanguageModel } from 'ai';
import { Type } from 'typebox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleRequest } from '../../../testing/engine/sample-prompt.ts';
import { ModelCallError } from '../models/call-failures.ts';
import { callCostNanoUsd, worstCaseCostNanoUsd } from '../models/catalog.ts';
import { createLanguageModel } from '../models/providers.ts';
import { type GenerateCall, generate } from './generate.ts';

const prices = { inputPerMillion: 3, outputPerMillion: 15 };
const scoreSchema = Type.Object(
  { score: Type.Integer({ minimum: 0, maximum: 100 }), reason: Type.String({ minLength: 1 }) },
  { additionalProperties: false },
);

let server: FakeLlmServer;
beforeEach(async () => {
  server = await startFakeLlmServer({ prices, apiKey: 'secret-key' });
});
afterEach(() => server.close());

function openModel(baseUrl = server.baseUrl, apiKey = 'secret-key') {
  const entry = {
    id: 'gpt-x',
    provider: 'openai-compatible',
    tier: 'standard',
    ...prices,
  } as const;
  return createLanguageModel(entry, {
    openaiCompatible: { baseUrl, apiKey, models: ['gpt-x'] },
    localModelLatencyMs: 0,
  });
}

function newCall(changes: Partial<GenerateCall> = {}): GenerateCall {
  return {
    ...sampleRequest(),
    model: openModel(),
    purpose: 'observe',
    input: { draft: 'text' },
    system: 'You judge drafts.',
    parts: [
      {
        text: 'Title: Cargo bikes\nThe market for cargo bikes grows by 14 % a year in Germany.',
        cache: false,
      },
    ],
    schema: scoreSchema,
    redact: createRedactor(['secret-key']),
    ...changes,
  };
}

async function failureOf(call: GenerateCall): Promise<ModelCallError> {
  const error: unknown = await generate(call).catch((thrown: unknown) => thrown);
  if (!(error instanceof ModelCallError))
    throw new Error(`Expected a ModelCallError, got ${String(error)}`);
  return error;
}

describe('answers', () => {
  it('returns a checked object with the tokens that the provider counted', async () => {
    const { object, usage } = await generate(newCall());
    expect(object).toMatchObject({ score: expect.any(Number), reason: expect.any(String) });
    const { inputTokens, outputTokens } = usage;
    expect(server.meter.calls).toMatchObject([{ inputTokens, outputTokens, outcome: 'answered' }]);
    expect(callCostNanoUsd(prices, usage)).toBe(server.meter.costNanoUsd);
  });

  // BUD-5
  it('sends the output limit and the strict schema without refused keywords', async () => {
    await generate(newCall());
    const body = server.meter.calls[0]?.body;
    expect(body).toMatchObject({
      model: 'gpt-x',
      max_tokens: 500,
      messages: [{ role: 'system' }, { role: 'user' }],
    });
    expect(body?.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: {
        name: 'observe',
        strict: true,
        schema: { additionalProperties: false, required: ['score', 'reason'] },
      },
    });
    expect(JSON.stringify(body?.response_format)).not.toContain('minLength');
  });

  it('returns plain text without a schema, and says if it was truncated', async () => {
    const whole = await generate(newCall({ schema: null }));
    expect(whole).toMatchObject({
      object: null,
      truncated: false,
      text: expect.stringMatching(/^# Cargo bikes/),
    });
    const cut = await generate(newCall({ schema: null, maxOutputTokens: 5 }));
    expect(cut).toMatchObject({ truncated: true, usage: { outputTokens: 5 } });
  });

  it('accepts JSON in a code fence', async () => {
    server.respondWith(() => '```json\n{"score": 70, "reason": "ok"}\n```');
    expect((await generate(newCall())).object).toEqual({ score: 70, reason: 'ok' });
  });

  it('never costs more than the worst case', async () => {
    for (const prompt of ['a', '漢字'.repeat(500), '🚲'.repeat(500), 'x '.repeat(5_000)]) {
      const call = newCall({
        parts: [{ text: prompt, cache: false }],
        schema: null,
        maxOutputTokens: 50,
      });
      const promptBytes = Buffer.byteLength(call.system) + Buffer.byteLength(prompt);
      const paid = callCostNanoUsd(prices, (await generate(call)).usage);
      expect(paid).toBeLessThanOrEqual(
        worstCaseCostNanoUsd(prices, { promptBytes, maxOutputTokens: 50 }),
      );
    }
  });
});

// MOD-23
describe('a usage in another form', () => {
  type Usage = { prompt_tokens: number; completion_tokens: number; total_tokens: number };
  const textCall = () => newCall({ schema: null });
  const inputBound = () => Buffer.byteLength(textCall().system + textCall().parts[0]?.text) + 1_100;

  it.each<[string, (usage: Usage) => unknown]>([
    [
      'strings',
      ({ prompt_tokens: asked, completion_tokens: written }) => ({
        prompt_tokens: `${asked}`,
        completion_tokens: ` ${written} `,
      }),
    ],
    [
      'strings for details',
      (usage) => ({
        ...usage,
        prompt_tokens_details: { cached_tokens: '0', audio_tokens: 'none' },
      }),
    ],
    [
      'floats',
      ({ prompt_tokens: asked, completion_tokens: written }) => ({
        prompt_tokens: asked - 0.4,
        completion_tokens: `${written}.0`,
      }),
    ],
    [
      'two of three counts',
      ({ prompt_tokens: asked, total_tokens: all }) => ({
        prompt_tokens: asked,
        total_tokens: `${all}`,
      }),
    ],
    ['a negative part beside the total', (usage) => ({ ...usage, prompt_tokens: -5 })],
    [
      'other names',
      ({ prompt_tokens: asked, completion_tokens: written }) => ({
        input_tokens: asked,
        output_tokens: written,
      }),
    ],
    [
      'a total of null',
      (usage) => ({ ...usage, total_tokens: null, prompt_tokens_details: 'none' }),
    ],
  ])('is read: %s', async (_form, tellsUsage) => {
    for (const manners of [{}, { tellsUsageOften: true }, { ignoresStream: true }]) {
      server.behave({ tellsUsage, ...manners });
      const { usage } = await generate(textCall());
      const call = server.meter.calls.at(-1);
      expect(usage).toMatchObject({
        inputTokens: call?.inputTokens,
        outputTokens: call?.outputTokens,
      });
    }
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a word', 'unknown'],
    ['a list', [12, 7]],
    ['garbage', { prompt_tokens: 'many', completion_tokens: {}, total_tokens: true }],
    ['nothing in it', {}],
    ['zeros', { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }],
    ['numbers beyond all bounds', { prompt_tokens: 1e300, completion_tokens: '9999999999999' }],
    ['negative counts', { prompt_tokens: -1, completion_tokens: -1 }],
  ])(
    'that says nothing never fails a call whose text is there, and counts at its bound: %s',
    async (_form, told) => {
      server.behave({ tellsUsage: () => told });
      const { text, usage } = await generate(textCall());
      expect(text).not.toBe('');
      expect(usage.inputTokens).toBeLessThanOrEqual(inputBound());
      expect(usage.inputTokens).toBeGreaterThanOrEqual(server.meter.calls[0]?.inputTokens ?? 0);
      expect(usage.outputTokens).toBeGreaterThanOrEqual(server.meter.calls[0]?.outputTokens ?? 0);
    },
  );
});

describe('an impossible token count', () => {
  /** Opens a model with valid answers and wrong token counts. */
  function openMiscounting(inputTokens: number, outputTokens: number): LanguageModelV4 {
    return wrapLanguageModel({
      model: openModel(),
      middleware: {
        wrapStream: async ({ doStream }) => {
          const { stream, ...answer } = await doStream();
          const miscount = new TransformStream<
            LanguageModelV4StreamPart,
            LanguageModelV4StreamPart
          >({
            transform(part, controller) {
              if (part.type !== 'finish') return controller.enqueue(part);
              const input = {
                ...part.usage.inputTokens,
                total: inputTokens,
                cacheRead: inputTokens,
              };
              const output = { ...part.usage.outputTokens, total: outputTokens };
              controller.enqueue({ ...part, usage: { inputTokens: input, outputTokens: output } });
            },
          });
          return { ...answer, stream: stream.pipeThrough(miscount) };
        },
      },
    });
  }

  it.each([-1_000_000, 0.5, 1e18, Number.NaN])(
    '%d never refunds money or exceeds the worst case',
    async (count) => {
      const call = newCall({
        model: openMiscounting(count, count),
        schema: null,
        maxOutputTokens: 50,
      });
      const result = await generate(call);
      const promptBytes = Buffer.byteLength(JSON.stringify([call.system, call.parts]));
      const paid = callCostNanoUsd(prices, result.usage);
      expect(paid).toBeGreaterThan(0);
      expect(paid).toBeLessThanOrEqual(
        worstCaseCostNanoUsd(prices, { promptBytes, maxOutputTokens: 50 }),
      );
    },
  );

  it.each([-1, 0.5, 1e18])(
    '%d of an unusable answer counts at the bytes of request and answer',
    async (count) => {
      server.respondWith(() => 'no JSON');
      const error = await failureOf(newCall({ model: openMiscounting(count, count) }));
      expect(error).toMatchObject({
        kind: 'wrong_shape',
        billing: { outputTokens: 7, cachedInputTokens: 0 },
      });
      const [call] = server.meter.calls;
      expect(error.billing).toMatchObject({
        inputTokens: expect.toSatisfy((tokens) => tokens > (call?.inputTokens ?? 0)),
      });
    },
  );
});

describe('failures at the provider', () => {
  it.each([
    [
      { kind: 'rate_limit', retryAfterS: 7 },
      { kind: 'rate_limited', retryable: true, retryAfterMs: 7_000 },
      /rate limited.*try again in 7 s/,
    ],
    [
      { kind: 'rate_limit' },
      { kind: 'rate_limited', retryable: true, retryAfterMs: null },
      /try again in a minute or choose another model/,
    ],
    [{ kind: 'no_credit' }, { kind: 'unauthorized', retryable: false }, /has no credit left/],
    [
      { kind: 'server_error' },
      { kind: 'provider_failure', retryable: true },
      /failed at its provider \(HTTP 500\)/,
    ],
    [
      { kind: 'server_error', status: 529 },
      { kind: 'provider_failure', retryable: true },
      /HTTP 529/,
    ],
    [{ kind: 'unauthorized' }, { kind: 'unauthorized', retryable: false }, /refuses the API key/],
    [
      { kind: 'bad_request' },
      { kind: 'refused_request', retryable: false },
      /refused the request \(HTTP 400\)/,
    ],
  ] as const)('%o costs nothing and is named', async (failure, expected, message) => {
    server.failNext(failure);
    const error = await failureOf(newCall());
    expect(error).toMatchObject({ ...expected, billing: 'none' });
    expect(error.message).toMatch(message);
    expect(error.message).toContain('gpt-x');
    expect(server.meter.calls).toHaveLength(1);
    expect(server.meter.costNanoUsd).toBe(0);
  });

  it('a wrong key is unauthorized and not repeated in the message', async () => {
    const error = await failureOf(newCall({ model: openModel(server.baseUrl, 'wrong-key') }));
    expect(error).toMatchObject({ kind: 'unauthorized', billing: 'none' });
    expect(error.message).not.toContain('wrong-key');
  });

  // contract, 7: no error contains a configured secret, even if a provider's answer repeats it.
  it.each([
    ['shortly', '', /: The key \[redacted\] has no access$/],
    ['where the text is shortened', 'x'.repeat(285), /xThe key…$/],
  ])(
    'a refusal that repeats the key %s does not show it, nor a part of it',
    async (_where, before, shown) => {
      server.failNext({
        kind: 'bad_request',
        message: `${before}The key secret-key has no access`,
      });
      const { message } = await failureOf(newCall());
      expect(message).toMatch(shown);
      expect(message).not.toContain('secret');
    },
  );

  it('garbage instead of structured output is returned with its usage', async () => {
    server.failNext({ kind: 'garbage' });
    const error = await failureOf(newCall());
    const [call] = server.meter.calls;
    const billing = { inputTokens: call?.inputTokens, outputTokens: call?.outputTokens };
    expect(error).toMatchObject({ kind: 'wrong_shape', retryable: true, billing });
    expect(call?.outputTokens).toBeGreaterThan(0);
  });

  it.each([
    '{"score": "much", "reason": "too good"}',
    '{"score": 70, "reason": ""}',
    '{"score": 70}',
    '""',
  ])('the answer %s has a wrong shape and is paid', async (text) => {
    server.respondWith(() => text);
    expect(await failureOf(newCall())).toMatchObject({
      kind: 'wrong_shape',
      billing: { outputTokens: server.meter.calls[0]?.outputTokens },
    });
  });

  it('a truncated structured answer is reported as such', async () => {
    expect((await failureOf(newCall({ maxOutputTokens: 3 }))).message).toMatch(
      /ran out of output tokens/,
    );
  });

  it.each([
    ['an empty answer', () => ''],
    ['a runaway answer', () => 'x'.repeat(1_200_000)],
    ['an answer larger than any', () => 'x'.repeat(5_000_000)],
  ])('%s is invalid', async (_name, write) => {
    server.respondWith(write);
    const error = await failureOf(newCall({ schema: null, maxOutputTokens: 10_000_000 }));
    expect(error.kind).toBe('invalid_output');
  });

  it('a body that is not JSON is invalid and has an unknown cost', async () => {
    server.failNext({ kind: 'broken_body' });
    expect(await failureOf(newCall())).toMatchObject({
      kind: 'invalid_output',
      billing: 'unknown',
    });
  });
});

describe('failures of the connection', () => {
  it('a disconnection in the middle of the answer may have been billed', async () => {
    server.failNext({ kind: 'cut' });
    const error = await failureOf(newCall());
    expect(error).toMatchObject({ kind: 'connection_cut', retryable: true, billing: 'unknown' });
    expect(server.meter.costNanoUsd).toBeGreaterThan(0);
  });

  it('a hanging call ends at its timeout', async () => {
    server.failNext({ kind: 'hang' });
    const error = await failureOf(newCall({ timeoutMs: 1_000 }));
    expect(error).toMatchObject({ kind: 'timeout', retryable: true, billing: 'unknown' });
    await server.meter.waitFor((meter) => meter.inFlight === 0);
    expect(server.meter.calls[0]?.outcome).toBe('aborted by client');
  });

  it('a refused connection costs nothing', async () => {
    const port = await freePort();
    const error = await failureOf(newCall({ model: openModel(`http://127.0.0.1:${port}/v1`) }));
    expect(error).toMatchObject({ kind: 'unreachable', retryable: true, billing: 'none' });
    expect(error.message).toContain('ECONNREFUSED');
  });

  it('a name that does not resolve costs nothing', async () => {
    const error = await failureOf(newCall({ model: openModel('http://no-such-host.invalid/v1') }));
    expect(error).toMatchObject({ kind: 'unreachable', billing: 'none' });
  });
});

describe('abort', () => {
  it('ends the call at the client and at the server', async () => {
    server.failNext({ kind: 'hang' });
    const stop = new AbortController();
    const failed = failureOf(newCall({ abortSignal: stop.signal }));
    await server.meter.waitFor((meter) => meter.inFlight === 1);
    stop.abort();
    expect(await failed).toMatchObject({ kind: 'aborted', retryable: false, billing: 'unknown' });
    await server.meter.waitFor((meter) => meter.inFlight === 0);
  });

  it('ends a call whose model ignores the signal', async () => {
    const stop = new AbortController();
    const started = Promise.withResolvers<void>();
    const deaf = {
      ...openModel(),
      modelId: 'deaf',
      provider: 'test',
      supportedUrls: {},
      specificationVersion: 'v4' as const,
    };
    const failed = failureOf(
      newCall({
        abortSignal: stop.signal,
        schema: null,
        model: {
          ...deaf,
          doGenerate: () => Promise.reject(new Error('not used')),
          doStream: () => {
            started.resolve();
            return new Promise(() => undefined);
          },
        },
      }),
    );
    await started.promise;
    stop.abort();
    expect((await failed).kind).toBe('aborted');
  });

  it('makes no call if it was aborted before', async () => {
    const error = await failureOf(newCall({ abortSignal: AbortSignal.abort() }));
    expect(error).toMatchObject({ kind: 'aborted', billing: 'none' });
    expect(server.meter.calls).toHaveLength(0);
  });
});

async function freePort(): Promise<number> {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  await new Promise((resolve) => listener.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}
