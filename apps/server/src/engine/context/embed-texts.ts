import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createId } from '@ecp/database/create-id';
import type { Database } from '@ecp/database/database';
import { sanitizeText } from '../call/answers.ts';
import {
  dayLimitFor,
  priceUsage,
  reserveCall,
  settleCall,
  settlementOfFailure,
} from '../call/budget.ts';
import { type EngineServices, tellOfKey } from '../call/engine-services.ts';
import { backoffBefore, confirmLease } from '../call/model-call.ts';
import { emitEvent, type RunRef } from '../kernel/events.ts';
import { retryDuringDatabaseOutage } from '../kernel/waiting.ts';
import { ModelCallError } from '../models/call-failures.ts';
import { callCostNanoUsd, plainUsage } from '../models/catalog.ts';
import { type Embedder, embed, worstCaseEmbeddingTokens } from '../models/embedding-models.ts';

/** Texts in one request. Every provider accepts as many. */
const batchSize = 96;
/** Limits the concurrent requests of one search. */
const maxParallel = 3;
const maxTries = 3;

/** Vectors in the order of the texts. `reason` says why some are missing. */
interface EmbeddedTexts {
  vectors: (Float32Array | null)[];
  missing: { reason: string; passing: boolean } | null;
}

/**
 * Returns stored and new vectors, which are paid and stored. A missing one is null, because search
 * works without.
 */
export async function embedTexts(
  services: EngineServices,
  embedder: Embedder,
  client: EmbeddingClient,
  texts: string[],
): Promise<EmbeddedTexts> {
  const { tenantId, engagementId } = client;
  const { entry, dimensions } = embedder;
  const owner = {
    tenantId,
    engagementId,
    model: [entry.provider, entry.id, dimensions ?? ''].join('/'),
  };
  const hashes = texts.map(hashText);
  const byHash = new Map(hashes.map((hash, at) => [hash, texts[at] ?? '']));
  const known = await readVectors(services.database, owner, [...byHash.keys()]);
  const wanted = [...byHash].filter(([hash]) => !known.has(hash));
  const missing = await embedMissing(services, embedder, client, owner, wanted, known);
  if (missing) await announceMissing(services, client, missing.reason);
  return { vectors: hashes.map((hash) => known.get(hash) ?? null), missing };
}

async function embedMissing(
  services: EngineServices,
  embedder: Embedder,
  client: EmbeddingClient,
  owner: VectorOwner,
  wanted: [string, string][],
  known: Map<string, Float32Array>,
): Promise<EmbeddedTexts['missing']> {
  const batches = Array.from({ length: Math.ceil(wanted.length / batchSize) }, (_, at) =>
    wanted.slice(at * batchSize, (at + 1) * batchSize),
  );
  const { signal, done } = services.inFlight.begin(client);
  let missing: EmbeddedTexts['missing'] = null;
  const work = async () => {
    for (let batch = batches.shift(); batch !== undefined && !missing; batch = batches.shift()) {
      const some = batch;
      const store = async (vectors: Float32Array[]) => {
        const found = new Map(some.map(([hash], at) => [hash, vectors[at] ?? new Float32Array()]));
        await storeVectors(services.database, owner, found);
        for (const [hash, vector] of found) known.set(hash, vector);
      };
      missing ??= await tryBatch(
        services,
        embedder,
        client,
        { texts: some.map(([, text]) => text), store },
        signal,
      );
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(maxParallel, batches.length) }, work));
    return missing;
  } catch (error) {
    if (signal.aborted) return { reason: 'the run was stopped', passing: false };
    throw error;
  } finally {
    done();
  }
}

async function tryBatch(
  services: EngineServices,
  embedder: Embedder,
  client: EmbeddingClient,
  batch: Parameters<typeof embedBatch>[3],
  signal: AbortSignal,
): Promise<EmbeddedTexts['missing']> {
  for (let tries = 1; ; tries += 1) {
    const result = await embedBatch(services, embedder, client, batch, signal);
    if (result.outcome === 'embedded') return null;
    if (result.outcome === 'blocked') return result;
    if (!result.retryable || tries >= maxTries || signal.aborted)
      return { reason: result.reason, passing: false };
    const waitMs = backoffBefore(tries + 1, services.limits, result.retryAfterMs, Math.random());
    await delay(waitMs, undefined, { signal });
  }
}

function announceMissing(
  services: EngineServices,
  client: EmbeddingClient,
  reason: string,
): Promise<void> {
  const message = `The sources are searched by words only, without embeddings: ${reason}`;
  return emitEvent(services, client, 'search:words-only', {
    type: 'log',
    level: 'warning',
    code: 'vectors_missing',
    agent: null,
    taskId: null,
    message,
  });
}

export interface EmbeddingClient extends RunRef {
  engagementId: string;
  taskId: string | null;
  agentSlug: string;
}

/** `store` runs before the settlement, so that no vectors are paid twice after a crash. */
interface EmbeddingBatch {
  texts: string[];
  store(vectors: Float32Array[]): Promise<void>;
}

type BatchOutcome =
  | { outcome: 'embedded' }
  /** `passing`: the refusal of the budget, the run or the provider may pass. */
  | { outcome: 'blocked'; passing: boolean; reason: string }
  | { outcome: 'failed'; retryable: boolean; retryAfterMs: number | null; reason: string };

const timeoutMs = 60_000;

/**
 * Embeds one batch within the budget. Never waits for money or a blocked provider, because search
 * works without.
 */
async function embedBatch(
  services: EngineServices,
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
      callId,
      executorId,
      callKey: `embed:${callId}`,
      attempt: 1,
      purpose: 'embed',
      model: entry.id,
      promptSha256: null,
      worstCaseNanoUsd: callCostNanoUsd(entry, tokens),
      dayLimitNanoUsd: dayLimitFor(services, entry),
    });
    if (reserved.outcome !== 'reserved') {
      await services.throttle.cancel(entry, callId);
      const passing = reserved.outcome === 'paused' || reserved.outcome === 'held';
      return { outcome: 'blocked', passing, reason: blockedReasons[reserved.outcome] };
    }
    await confirmLease(services);
    return await embedAndSettle(services, embedder, client, callId, batch, signal);
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
  exhausted: 'the budget or the limit of the day does not allow it',
  stopped: 'the run was stopped',
  recorded: 'another call has its key',
};

async function embedAndSettle(
  services: EngineServices,
  embedder: Embedder,
  { tenantId, engagementId }: EmbeddingClient,
  callId: string,
  { texts, store }: EmbeddingBatch,
  signal: AbortSignal,
): Promise<BatchOutcome> {
  const { database, throttle, redact } = services;
  const settle = (ending: Parameters<typeof settleCall>[3]) =>
    retryDuringDatabaseOutage(() => settleCall(database, tenantId, callId, ending));
  try {
    const { vectors, inputTokens } = await embed(embedder, texts, { signal, timeoutMs, redact });
    tellOfKey(services, embedder.entry, 'used', engagementId);
    await retryDuringDatabaseOutage(() => store(vectors));
    const paid = priceUsage(embedder.entry, plainUsage(inputTokens));
    await settle({ status: 'settled', ...paid, answer: { texts: texts.length } });
    await throttle.correct(embedder.entry, callId, inputTokens);
    return { outcome: 'embedded' };
  } catch (error) {
    if (!(error instanceof ModelCallError)) {
      // No repeated execution looks this call up, so without a settlement its reservation would
      // stay.
      await settle({ status: 'unknown', error: 'The vectors could not be stored' });
      throw error;
    }
    if (error.kind === 'unauthorized') tellOfKey(services, embedder.entry, 'refused', engagementId);
    await settle(settlementOfFailure(embedder.entry, error));
    const { retryable, retryAfterMs } = error;
    if (retryAfterMs !== null) await throttle.block(embedder.entry, retryAfterMs);
    return { outcome: 'failed', retryable, retryAfterMs, reason: sanitizeText(error.message) };
  }
}

/** Rows that one statement reads or writes. */
const rowsPerStatement = 400;

/**
 * The engagement with which its vectors are erased. `model` distinguishes models and sizes of
 * vectors.
 */
interface VectorOwner {
  tenantId: string;
  engagementId: string;
  model: string;
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function readVectors(
  database: Database,
  { tenantId, engagementId, model }: VectorOwner,
  hashes: string[],
): Promise<Map<string, Float32Array>> {
  const found = new Map<string, Float32Array>();
  for (let first = 0; first < hashes.length; first += rowsPerStatement) {
    const [rows] = await database.batchTenant<[{ text_hash: string; vector: Buffer }]>(tenantId, [
      {
        name: 'read_embeddings',
        text: `select text_hash, vector from engine.embeddings
          where tenant_id = $1 and engagement_id = $2 and model = $3 and text_hash = any($4)`,
        values: [tenantId, engagementId, model, hashes.slice(first, first + rowsPerStatement)],
      },
    ]);
    for (const { text_hash: hash, vector } of rows) found.set(hash, toVector(vector));
  }
  return found;
}

/** Existing vectors stay. Does nothing if the engagement was erased meanwhile. */
async function storeVectors(
  database: Database,
  { tenantId, engagementId, model }: VectorOwner,
  vectors: Map<string, Float32Array>,
): Promise<void> {
  const entries = [...vectors];
  for (let first = 0; first < entries.length; first += rowsPerStatement) {
    const some = entries.slice(first, first + rowsPerStatement);
    const bytes = some.map(([, vector]) =>
      Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
    );
    await database.batchTenant(tenantId, [
      {
        name: 'store_embeddings',
        text: `insert into engine.embeddings (tenant_id, engagement_id, model, text_hash, vector)
          select b.tenant_id, b.engagement_id, $3, v.hash, v.vector
          from engine.budgets b cross join unnest($4::text[], $5::bytea[]) as v (hash, vector)
          where b.tenant_id = $1 and b.engagement_id = $2
          on conflict do nothing`,
        values: [tenantId, engagementId, model, some.map(([hash]) => hash), bytes],
      },
    ]);
  }
}

/** Copies the bytes, because the driver's buffers may start at any offset. */
function toVector(bytes: Buffer): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}
