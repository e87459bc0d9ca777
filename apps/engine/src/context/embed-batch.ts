import { createId } from '@ecp/database/create-id';
import { reserveCall } from '../call/budget/reserve-call.ts';
import { settleCall } from '../call/budget/settle-call.ts';
import { retryDuringDatabaseOutage } from '../kernel/retry-during-database-outage.ts';
import { settlementOfFailure } from '../call/settlement-of-failure.ts';
import type { CallDependencies } from '../call/types/model-call.ts';
import type { RunRef } from '../kernel/events/emit-event.ts';
import { callCostNanoUsd } from '../models/cost.ts';
import { embed, worstCaseEmbeddingTokens } from '../models/embed.ts';
import type { Embedder } from '../models/embedding-models.ts';
import { ModelCallError } from '../models/model-call-error.ts';
import { sanitizeText } from '../call/generate/sanitize-answer.ts';

/** For whom a call embeds; it stands in the bill. */
export interface EmbeddingClient extends RunRef {
  engagementId: string;
  taskId: string | null;
  agentSlug: string;
}

/** `store` runs before the call is settled: a crash in between counts the call at its worst case, but never repeats it. */
export interface EmbeddingBatch {
  texts: string[];
  store(vectors: Float32Array[]): Promise<void>;
}

export type BatchOutcome =
  | { outcome: 'embedded' }
  /** There is no money, no run or no leave of the provider for it at this moment; `passing` when it may come. */
  | { outcome: 'blocked'; passing: boolean; reason: string }
  | { outcome: 'failed'; retryable: boolean; retryAfterMs: number | null; reason: string };

const timeoutMs = 60_000;

/**
 * Embeds one batch as a call behind the budget wall: its worst case is reserved before and settled after, whatever
 * comes (BUD-2). Never waits for money or for a provider that asks to be left alone: a search can do without vectors.
 */
export async function embedBatch(
  services: CallDependencies,
  embedder: Embedder,
  client: EmbeddingClient,
  batch: EmbeddingBatch,
  signal: AbortSignal,
): Promise<BatchOutcome> {
  const { database, executorId } = services;
  const callId = createId();
  const { entry } = embedder;
  const tokens = { inputTokens: worstCaseEmbeddingTokens(batch.texts), outputTokens: 0 };
  const release = await services.slots.acquire(client.tenantId, { signal });
  try {
    if (!(await services.throttle.begin(entry, callId, tokens.inputTokens))) return throttled;
    const reserved = await reserveCall(database, {
      ...client,
      ...{ callId, executorId, callKey: `embed:${callId}`, attempt: 1, purpose: 'embed', model: entry.id },
      worstCaseNanoUsd: callCostNanoUsd(entry, tokens),
    });
    if (reserved.outcome !== 'reserved') {
      await services.throttle.cancel(entry, callId);
      const passing = reserved.outcome === 'paused' || reserved.outcome === 'held';
      return { outcome: 'blocked', passing, reason: blockedReasons[reserved.outcome] };
    }
    return await embedAndSettle(services, embedder, client.tenantId, callId, batch, signal);
  } finally {
    release();
    services.signals.notify(client.runId);
  }
}

const throttled: BatchOutcome = {
  outcome: 'blocked',
  passing: true,
  reason: 'the provider takes no more requests now',
};
const blockedReasons = {
  paused: 'the run is paused',
  held: 'the budget is held by calls in flight',
  exhausted: 'the budget does not allow it',
  stopped: 'the run was stopped',
};

async function embedAndSettle(
  { database, throttle, redact }: CallDependencies,
  embedder: Embedder,
  tenantId: string,
  callId: string,
  { texts, store }: EmbeddingBatch,
  signal: AbortSignal,
): Promise<BatchOutcome> {
  const settle = (ending: Parameters<typeof settleCall>[3]) =>
    retryDuringDatabaseOutage(() => settleCall(database, tenantId, callId, ending));
  try {
    const { vectors, inputTokens } = await embed(embedder, texts, { signal, timeoutMs, redact });
    await retryDuringDatabaseOutage(() => store(vectors));
    const costNanoUsd = callCostNanoUsd(embedder.entry, { inputTokens, outputTokens: 0 });
    await settle({ status: 'settled', costNanoUsd, inputTokens, outputTokens: 0, answer: { texts: texts.length } });
    await throttle.correct(embedder.entry, callId, inputTokens);
    return { outcome: 'embedded' };
  } catch (error) {
    if (!(error instanceof ModelCallError)) {
      // No repeat looks this call up again: without an ending its reservation would stay.
      await settle({ status: 'unknown', error: 'The vectors could not be kept' });
      throw error;
    }
    await settle(settlementOfFailure(embedder.entry, error));
    const { retryable, retryAfterMs } = error;
    if (retryAfterMs !== null) await throttle.block(embedder.entry, retryAfterMs);
    return { outcome: 'failed', retryable, retryAfterMs, reason: sanitizeText(error.message) };
  }
}
