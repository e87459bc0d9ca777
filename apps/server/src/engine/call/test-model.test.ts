import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import pino from 'pino';
import { expect, it } from 'vitest';
import type { CatalogModel } from '../models/catalog.ts';
import { createKnownForms } from './build-request.ts';
import { testModel } from './test-model.ts';

const entry: CatalogModel = {
  id: 'tiny',
  provider: 'openai',
  tier: 'economy',
  inputPerMillion: 1,
  outputPerMillion: 4,
};

function test(doStream: () => ReturnType<LanguageModelV4['doStream']>) {
  const asked: unknown[] = [];
  const model: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'openai',
    modelId: 'tiny',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('unused')),
    doStream(options) {
      asked.push(options.maxOutputTokens);
      return doStream();
    },
  };
  const services = {
    slots: { acquire: async () => () => undefined, drain: async () => undefined },
    languageModel: () => model,
    forms: createKnownForms(),
    redact: (text: string) => text.replaceAll('sk-secret', '[redacted]'),
    log: pino({ level: 'silent' }),
  };
  return testModel(services as unknown as Parameters<typeof testModel>[0], 'tenant', entry).then(
    (result) => ({
      result,
      asked,
    }),
  );
}

function answer(text: string, finish: 'stop' | 'length') {
  const parts: LanguageModelV4StreamPart[] = [
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: text },
    { type: 'text-end', id: '1' },
    {
      type: 'finish',
      finishReason: { unified: finish, raw: finish },
      usage: {
        inputTokens: { total: 20, noCache: 20, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 2, text: 2, reasoning: 0 },
      },
    },
  ];
  const stream = new ReadableStream<LanguageModelV4StreamPart>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  return Promise.resolve({ stream });
}

// MOD-28
it('asks one small question, and tells time and price', async () => {
  const { result, asked } = await test(() => answer('ready', 'stop'));
  expect(asked).toEqual([64]);
  expect(result).toEqual({ ms: expect.any(Number), costNanoUsd: 28_000, refusal: null });
});

// MOD-28
it('takes a model that thinks until the limit for one that answers', async () => {
  expect((await test(() => answer('', 'length'))).result).toMatchObject({
    costNanoUsd: 28_000,
    refusal: null,
  });
});

// MOD-28
it('tells why the provider refuses, without the key', async () => {
  const refuse = () =>
    Promise.reject(
      new APICallError({
        message: 'Incorrect API key provided: sk-secret',
        url: 'https://api.example',
        requestBodyValues: {},
        statusCode: 401,
        isRetryable: false,
      }),
    );
  const { result } = await test(refuse);
  expect(result).toMatchObject({
    costNanoUsd: 0,
    refusal: expect.stringContaining('key'),
    kind: 'unauthorized',
  });
  expect(JSON.stringify(result)).not.toContain('sk-secret');
});
