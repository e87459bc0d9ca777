import { createId } from '@ecp/database/create-id';
import { reserveCall } from '../call/budget/reserve-call.ts';
import { settleCall } from '../call/budget/settle-call.ts';
import { confirmLease } from '../call/confirm-lease.ts';
import { sanitizeText } from '../call/generate/sanitize-answer.ts';
import { priceUsage, settlementOfFailure } from '../call/price-settlement.ts';
import type { CallDependencies } from '../call/types/model-call.ts';
import type { RunRef } from '../kernel/events/emit-event.ts';
import { retryDuringDatabaseOutage } from '../kernel/retry-during-database-outage.ts';
import { callCostNanoUsd, plainUsage } from '../models/cost.ts';
import { embed, worstCaseEmbeddingTokens } from '../models/embed.ts';
import type { Embedder } from '../models/embedding-models.ts';
import { ModelCallError } from '../models/model-call-error.ts';

/** The run, task and agent that an embedding call is billed to. */
export interface EmbeddingClient extends RunRef {
  engagementId: string;
  taskId: string | null;
  agentSlug: string;
}

/**
 * `store` runs before the call is settled. After a crash in between, the call counts at its worst case but is not
 * repeated.
 */
export interface EmbeddingBatch {
  texts: string[];
  store(vectors: Float32Array[]): Promise<void>;
}

export type BatchOutcome =
  | { outcome: 'embedded' }
  /** The budget, the run or the provider does not permit the call now. `passing` is true if that may change. */
  | { outcome: 'blocked'; passing: boolean; reason: string }
  | { outcome: 'failed'; retryable: boolean; retryAfterMs: number | null; reason: string };

const timeoutMs = 60_000;

/**
 * Embeds one batch as a call within the budget: its worst case is reserved before the call and always settled after it
 * (BUD-2). Never waits for money or for a blocked provider, because a search can work without vectors.
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
  const tokens = plainUsage(worstCaseEmbeddingTokens(batch.texts));
  const release = await services.slots.acquire(client.tenantId, { signal });
  try {
    if (!(await services.throttle.begin(entry, callId, tokens.inputTokens))) return throttled;
    const reserved = await reserveCall(database, {
      ...client,
      ...{ callId, executorId, callKey: `embed:${callId}`, attempt: 1, purpose: 'embed', model: entry.id },
      promptSha256: null,
      worstCaseNanoUsd: callCostNanoUsd(entry, tokens),
    });
    if (reserved.outcome !== 'reserved') {
      await services.throttle.cancel(entry, callId);
      const passing = reserved.outcome === 'paused' || reserved.outcome === 'held';
      return { outcome: 'blocked', passing, reason: blockedReasons[reserved.outcome] };
    }
    await confirmLease(services);
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
  recorded: 'another call has its key',
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
    const paid = priceUsage(embedder.entry, plainUsage(inputTokens));
    await settle({ status: 'settled', ...paid, answer: { texts: texts.length } });
    await throttle.correct(embedder.entry, callId, inputTokens);
    return { outcome: 'embedded' };
  } catch (error) {
    if (!(error instanceof ModelCallError)) {
      // No repeated execution looks this call up, so without a settlement its reservation would stay.
      await settle({ status: 'unknown', error: 'The vectors could not be stored' });
      throw error;
    }
    await settle(settlementOfFailure(embedder.entry, error));
    const { retryable, retryAfterMs } = error;
    if (retryAfterMs !== null) await throttle.block(embedder.entry, retryAfterMs);
    return { outcome: 'failed', retryable, retryAfterMs, reason: sanitizeText(error.message) };
  }
}
