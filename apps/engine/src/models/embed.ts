import type { Redact } from '@ecp/tracing/redact-secrets';
import { embedMany } from 'ai';
import { classifyCallFailure } from './classify-call-failure.ts';
import { plainUsage, readTokenCount, worstCaseInputTokens } from './cost.ts';
import type { Embedder } from './embedding-models.ts';
import { ModelCallError } from './model-call-error.ts';

/** Longer vectors are refused, because no model returns them and each takes memory. */
const maxDimensions = 4_096;

/**
 * Embeds a batch of texts in one request, without retries. `signal` and `timeoutMs` end it. Returns the vectors in the
 * order of the texts. Throws only ModelCallError. Its `billing` says what the failed call may have cost.
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
    // For providers without a token count (Google), the reserved upper bound counts.
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
    throw new ModelCallError(classifyCallFailure(error, { modelId: model.modelId, timeoutMs, stoppedBy, redact }));
  }
}

/** Returns the most input tokens of a batch. */
export function worstCaseEmbeddingTokens(texts: string[]): number {
  return worstCaseInputTokens(bytesOf(texts));
}

function bytesOf(texts: string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

function isUsable(vector: Float32Array): boolean {
  return vector.length > 0 && vector.length <= maxDimensions && vector.every(Number.isFinite);
}
