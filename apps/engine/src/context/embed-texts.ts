import { setTimeout as delay } from 'node:timers/promises';
import { backoffBefore } from '../call/call-limits.ts';
import type { CallDependencies } from '../call/types/model-call.ts';
import { emitEvent } from '../kernel/events/emit-event.ts';
import type { Embedder } from '../models/embedding-models.ts';
import { type EmbeddingClient, embedBatch } from './embed-batch.ts';
import { hashText, readVectors, storeVectors, type VectorOwner } from './stored-vectors.ts';

/** Texts in one request. Every provider accepts as many. */
const batchSize = 96;
/** Most concurrent requests of one search. */
const maxParallel = 3;
const maxTries = 3;

/** Vectors in the order of the texts. `reason` says why some are missing. */
export interface EmbeddedTexts {
  vectors: (Float32Array | null)[];
  missing: { reason: string; passing: boolean } | null;
}

/**
 * Returns the vectors of texts: stored ones, and new ones from the model, which are paid and stored. Missing vectors
 * are null and the run's log says so, because a search also works without vectors.
 */
export async function embedTexts(
  services: CallDependencies,
  embedder: Embedder,
  client: EmbeddingClient,
  texts: string[],
): Promise<EmbeddedTexts> {
  const { tenantId, engagementId } = client;
  const { entry, dimensions } = embedder;
  const owner = { tenantId, engagementId, model: [entry.provider, entry.id, dimensions ?? ''].join('/') };
  const hashes = texts.map(hashText);
  const byHash = new Map(hashes.map((hash, at) => [hash, texts[at] ?? '']));
  const known = await readVectors(services.database, owner, [...byHash.keys()]);
  const wanted = [...byHash].filter(([hash]) => !known.has(hash));
  const missing = await embedMissing(services, embedder, client, owner, wanted, known);
  if (missing) await announceMissing(services, client, missing.reason);
  return { vectors: hashes.map((hash) => known.get(hash) ?? null), missing };
}

async function embedMissing(
  services: CallDependencies,
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
      missing ??= await tryBatch(services, embedder, client, { texts: some.map(([, text]) => text), store }, signal);
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
  services: CallDependencies,
  embedder: Embedder,
  client: EmbeddingClient,
  batch: Parameters<typeof embedBatch>[3],
  signal: AbortSignal,
): Promise<EmbeddedTexts['missing']> {
  for (let tries = 1; ; tries += 1) {
    const result = await embedBatch(services, embedder, client, batch, signal);
    if (result.outcome === 'embedded') return null;
    if (result.outcome === 'blocked') return result;
    if (!result.retryable || tries >= maxTries || signal.aborted) return { reason: result.reason, passing: false };
    const waitMs = backoffBefore(tries + 1, services.limits, result.retryAfterMs, Math.random());
    await delay(waitMs, undefined, { signal });
  }
}

function announceMissing({ database }: CallDependencies, client: EmbeddingClient, reason: string): Promise<void> {
  const message = `The sources are searched by words only, without embeddings: ${reason}`;
  return emitEvent(database, client, 'search:words-only', {
    ...{ type: 'log', level: 'warning', code: 'vectors_missing', agent: null, taskId: null },
    message,
  });
}
