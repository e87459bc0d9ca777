import { type FakeLlmServer, startFakeLlmServer } from '@ecp/testing/fake-llm/fake-llm-server';
import { createRedactor } from '@ecp/tracing/redact-secrets';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModelSettings } from './available-models.ts';
import { availableModels } from './available-models.ts';
import { loadCatalog } from './catalog.ts';
import { type Embedder, embed, openEmbedder } from './embedding-models.ts';

const catalog = loadCatalog();
const base: ModelSettings = { localModelLatencyMs: 0 };
const server = { baseUrl: 'http://127.0.0.1:9/v1', models: ['m'] };
const warnings: string[] = [];
const idOf = (settings: Partial<ModelSettings>) =>
  openEmbedder(catalog, { ...base, ...settings }, (line) => warnings.push(line))?.entry.id ?? null;

describe('the embedding model', () => {
  it.each<[string, Partial<ModelSettings>, string | null]>([
    ['no provider', {}, null],
    ['Anthropic alone', { anthropicApiKey: 'k' }, null],
    ['OpenAI', { openaiApiKey: 'k' }, 'text-embedding-3-small'],
    ['Google', { googleApiKey: 'k', anthropicApiKey: 'k' }, 'gemini-embedding-001'],
    [
      'a choice among both',
      { openaiApiKey: 'k', googleApiKey: 'k', embeddingModel: 'gemini-embedding-001' },
      'gemini-embedding-001',
    ],
    ['off', { openaiApiKey: 'k', embeddingModel: 'off' }, null],
    ['a server that names none', { openaiCompatible: server }, null],
    [
      'a server and a name',
      { openaiCompatible: server, embeddingModel: 'nomic-embed-text' },
      'nomic-embed-text',
    ],
  ])('for %s', (_name, settings, id) => {
    expect(idOf(settings)).toBe(id);
  });

  it('is named in a warning without a price, and prevents the start without a provider', () => {
    expect(warnings.at(-1)).toMatch(/nomic-embed-text has no price/);
    expect(() => idOf({ anthropicApiKey: 'k', embeddingModel: 'text-embedding-3-small' })).toThrow(
      /^EMBEDDING_MODEL: /,
    );
  });

  it('is not offered for writing', () => {
    const models = availableModels(
      catalog,
      { ...base, openaiApiKey: 'k', googleApiKey: 'k' },
      () => {},
    );
    expect(models.filter(({ kind }) => kind !== undefined)).toEqual([]);
  });
});

describe('embed', () => {
  let fake: FakeLlmServer;
  let embedder: Embedder;
  beforeEach(async () => {
    fake = await startFakeLlmServer({ prices: { inputPerMillion: 1, outputPerMillion: 4 } });
    const openaiCompatible = { baseUrl: fake.baseUrl, models: ['m'] };
    const opened = openEmbedder(
      catalog,
      { ...base, openaiCompatible, embeddingModel: 'e' },
      () => {},
    );
    if (!opened) throw new Error('No embedder');
    embedder = opened;
  });
  afterEach(() => fake.close());
  const ask = (texts: string[], signal = new AbortController().signal) =>
    embed(embedder, texts, { signal, timeoutMs: 60_000, redact: createRedactor([]) });

  it('returns a vector for each text of one request, with its tokens', async () => {
    const { vectors, inputTokens } = await ask(['coffee price', 'the price of coffee', 'walrus']);
    expect(vectors).toHaveLength(3);
    const dot = (a?: Float32Array, b?: Float32Array) =>
      [...(a ?? [])].reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0);
    expect(dot(vectors[0], vectors[1])).toBeGreaterThan(dot(vectors[0], vectors[2]) + 0.3);
    expect(fake.meter.calls).toMatchObject([{ endpoint: 'embeddings', inputTokens }]);
  });

  it('reports what a failed call cost', async () => {
    fake.failNext(
      { kind: 'rate_limit', retryAfterS: 2 },
      { kind: 'server_error' },
      { kind: 'cut' },
    );
    await expect(ask(['a'])).rejects.toMatchObject({
      kind: 'rate_limited',
      billing: 'none',
      retryAfterMs: 2_000,
    });
    await expect(ask(['a'])).rejects.toMatchObject({
      kind: 'provider_failure',
      billing: 'none',
      retryable: true,
    });
    await expect(ask(['a'])).rejects.toMatchObject({ kind: 'connection_cut', billing: 'unknown' });
    await expect(ask(['a'], AbortSignal.abort())).rejects.toMatchObject({ kind: 'aborted' });
    fake.embedWith(() => []);
    await expect(ask(['a'])).rejects.toMatchObject({ kind: 'invalid_output', retryable: false });
  });
});
