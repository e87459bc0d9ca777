import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import type { Redact } from '@ecp/tracing/redact-secrets';
import { embedMany } from 'ai';
import type { ModelSettings } from './available-models.ts';
import { classifyCallFailure, ModelCallError } from './call-failures.ts';
import {
  type CatalogModel,
  type ModelCatalog,
  ModelConfigurationError,
  plainUsage,
  readTokenCount,
  worstCaseInputTokens,
} from './catalog.ts';
import { openModelFetch } from './model-fetch.ts';
import { repairEmbeddingUsage } from './providers.ts';

/** Limits the bytes of a response: the JSON of a batch's vectors at the most dimensions. */
const maxResponseBytes = 16 * 1_048_576;

export interface Embedder {
  entry: CatalogModel;
  model: EmbeddingModelV4;
  /** Dimensions to ask for. Null for vectors of the usual size. */
  dimensions: number | null;
}

/**
 * Dimensions: few enough to store and compare thousands of vectors, enough to lose little accuracy.
 */
const shortDimensions = 512;

/**
 * Opens EMBEDDING_MODEL, or the first one with a key, or null. `warn` gets a line for a missing
 * price. Throws ModelConfigurationError for a name that no configured provider serves.
 */
export function openEmbedder(
  catalog: ModelCatalog,
  settings: ModelSettings,
  warn: (line: string) => void,
): Embedder | null {
  const wanted = settings.embeddingModel;
  if (wanted === 'off') return null;
  const known = catalog.models.filter(
    (entry) => entry.kind === 'embedding' && isConfigured(entry, settings),
  );
  const entry = wanted === undefined ? known[0] : known.find(({ id }) => id === wanted);
  if (entry) return open(entry, settings);
  if (wanted === undefined) return null;
  if (settings.openaiCompatible === undefined) {
    throw new ModelConfigurationError(
      `EMBEDDING_MODEL: ${wanted} is not an embedding model of a configured provider`,
    );
  }
  warn(
    `The embedding model ${wanted} has no price: its calls count as $0.00. If it is billed, list it in MODEL_CATALOG.`,
  );
  const free = {
    inputPerMillion: 0,
    outputPerMillion: 0,
    tier: 'economy',
    kind: 'embedding',
  } as const;
  return open({ id: wanted, provider: 'openai-compatible', ...free }, settings);
}

function isConfigured({ provider }: CatalogModel, settings: ModelSettings): boolean {
  if (provider === 'openai') return settings.openaiApiKey !== undefined;
  if (provider === 'google') return settings.googleApiKey !== undefined;
  return provider === 'openai-compatible' && settings.openaiCompatible !== undefined;
}

function open(entry: CatalogModel, settings: ModelSettings): Embedder {
  const fetch = openModelFetch(maxResponseBytes, settings.fetch);
  const place = settings.baseUrl === undefined ? {} : { baseURL: settings.baseUrl };
  const { openaiApiKey = '', googleApiKey = '', openaiCompatible: server } = settings;
  if (entry.provider === 'openai') {
    const model = createOpenAI({
      ...place,
      apiKey: openaiApiKey,
      fetch: repairEmbeddingUsage(fetch),
    }).embeddingModel(entry.id);
    return {
      entry,
      model,
      dimensions: entry.id.startsWith('text-embedding-3') ? shortDimensions : null,
    };
  }
  if (entry.provider === 'google') {
    const model = createGoogleGenerativeAI({
      ...place,
      apiKey: googleApiKey,
      fetch,
    }).embeddingModel(entry.id);
    return {
      entry,
      model,
      dimensions: entry.id.startsWith('gemini-embedding') ? shortDimensions : null,
    };
  }
  if (!server)
    throw new ModelConfigurationError(`EMBEDDING_MODEL: no provider is set for ${entry.id}`);
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: server.baseUrl,
    ...(server.apiKey !== undefined && { apiKey: server.apiKey }),
    fetch: repairEmbeddingUsage(fetch),
  });
  return { entry, model: provider.embeddingModel(entry.id), dimensions: null };
}

/** Limits the dimensions of a vector. No known model returns more, and each takes memory. */
const maxDimensions = 4_096;

/**
 * Embeds texts in one request and in their order. Throws only ModelCallError, whose `billing` gives
 * the cost.
 */
export async function embed(
  { model, dimensions }: Embedder,
  texts: string[],
  { signal, timeoutMs, redact }: { signal: AbortSignal; timeoutMs: number; redact: Redact },
): Promise<{ vectors: Float32Array[]; inputTokens: number }> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const { embeddings, usage } = await embedMany({
      model,
      values: texts,
      ...(dimensions !== null && {
        providerOptions: { openai: { dimensions }, google: { outputDimensionality: dimensions } },
      }),
      maxRetries: 0,
      maxParallelCalls: 1,
      abortSignal: AbortSignal.any([signal, timeout]),
    });
    // Google reports no token count, so the reserved upper bound counts.
    const counted = readTokenCount(usage.tokens);
    const inputTokens = counted === undefined || counted === 0 ? bytesOf(texts) : counted;
    const vectors = embeddings.map((embedding) => new Float32Array(embedding));
    if (vectors.length === texts.length && vectors.every(isUsable)) return { vectors, inputTokens };
    const message = `The model ${model.modelId} returned vectors that cannot be used`;
    throw new ModelCallError({
      kind: 'invalid_output',
      message,
      retryable: false,
      billing: plainUsage(inputTokens),
    });
  } catch (error) {
    if (error instanceof ModelCallError) throw error;
    const stoppedBy = signal.aborted ? 'abort' : timeout.aborted ? 'timeout' : null;
    throw new ModelCallError(
      classifyCallFailure(error, { modelId: model.modelId, timeoutMs, stoppedBy, redact }),
    );
  }
}

export function worstCaseEmbeddingTokens(texts: string[]): number {
  return worstCaseInputTokens(bytesOf(texts));
}

function bytesOf(texts: string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

function isUsable(vector: Float32Array): boolean {
  return vector.length > 0 && vector.length <= maxDimensions && vector.every(Number.isFinite);
}
