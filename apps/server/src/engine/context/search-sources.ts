import type { SourceDocument } from '@ecp/model-calls/prompt-types';
import type { EngineServices } from '../call/engine-services.ts';
import type { PassageRef, TextIndex } from '../call/tool-types.ts';
import type { Embedder } from '../models/embedding-models.ts';
import { type EmbeddingClient, embedTexts } from './embed-texts.ts';

/** Passages taken from each ranking. */
const rankingDepth = 40;
/** Limits the passages with vectors. Further ones are found by words only. */
const maxEmbedded = 4_000;

/** Best first. `semantic`: vectors were used. */
interface FoundPassages {
  hits: PassageRef[];
  semantic: boolean;
}

/**
 * Searches by words (BM25) and, if possible, by vectors, which are paid from the budget of
 * `client`.
 */
export async function searchSources(
  services: EngineServices,
  client: EmbeddingClient,
  sources: SourceDocument[],
  { query, limit }: { query: string; limit: number },
): Promise<FoundPassages> {
  const index = await services.contexts.open(client, sources);
  const byWords = index.rank(query, rankingDepth);
  const byMeaning = services.embedder
    ? await rankByMeaning(services, services.embedder, client, index, query)
    : null;
  const best = byMeaning ? fuseRankings([byWords, byMeaning], limit) : byWords.slice(0, limit);
  const hits = best.flatMap((id) => {
    const passage = index.passages[id];
    return passage
      ? [{ source: passage.source, position: passage.position, length: passage.text.length }]
      : [];
  });
  return { hits, semantic: byMeaning !== null };
}

/** Vectors of an index, requested once and dropped with it. */
const vectorsOf = new WeakMap<TextIndex, Promise<(Float32Array | null)[] | null>>();

async function rankByMeaning(
  services: EngineServices,
  embedder: Embedder,
  client: EmbeddingClient,
  index: TextIndex,
  query: string,
): Promise<number[] | null> {
  const asked = vectorsOf.get(index) ?? embedPassages(services, embedder, client, index);
  vectorsOf.set(index, asked);
  const vectors = await asked;
  if (!vectors) return null;
  const [vector] = (await embedTexts(services, embedder, client, [query])).vectors;
  return vector ? rankVectors(vectors, vector, rankingDepth) : null;
}

/**
 * Returns null if any vector is missing, because a ranking of some passages would push the others
 * down.
 */
async function embedPassages(
  services: EngineServices,
  embedder: Embedder,
  client: EmbeddingClient,
  index: TextIndex,
): Promise<(Float32Array | null)[] | null> {
  try {
    const texts = index.passages.slice(0, maxEmbedded).map(({ text }) => text);
    const { vectors, missing } = await embedTexts(services, embedder, client, texts);
    if (missing?.passing) vectorsOf.delete(index);
    return missing ? null : vectors;
  } catch (error) {
    vectorsOf.delete(index);
    throw error;
  }
}

/** From the paper that introduced the method (Cormack, Clarke, Büttcher 2009). */
const rankConstant = 60;

/**
 * Joins rankings by reciprocal rank fusion, without comparing scores. Equal sums keep the first
 * order.
 */
export function fuseRankings(rankings: number[][], limit: number): number[] {
  const sums = new Map<number, number>();
  for (const ranking of rankings) {
    for (const [rank, id] of ranking.entries())
      sums.set(id, (sums.get(id) ?? 0) + 1 / (rankConstant + rank + 1));
  }
  return [...sums]
    .sort(([one, oneSum], [other, otherSum]) => otherSum - oneSum || one - other)
    .slice(0, limit)
    .map(([id]) => id);
}

/**
 * Returns the indices of the vectors nearest to a query by cosine, nearest first. Null vectors are
 * skipped.
 */
export function rankVectors(
  vectors: (Float32Array | null)[],
  query: Float32Array,
  limit: number,
): number[] {
  const queryLength = lengthOf(query);
  return vectors
    .map((vector, id) => ({
      id,
      cosine: vector ? cosineOf(vector, query, queryLength) : Number.NEGATIVE_INFINITY,
    }))
    .filter(({ cosine }) => cosine > 0)
    .sort((one, other) => other.cosine - one.cosine || one.id - other.id)
    .slice(0, limit)
    .map(({ id }) => id);
}

function cosineOf(vector: Float32Array, query: Float32Array, queryLength: number): number {
  if (vector.length !== query.length) return Number.NEGATIVE_INFINITY;
  let product = 0;
  for (let at = 0; at < vector.length; at += 1) product += (vector[at] ?? 0) * (query[at] ?? 0);
  const length = lengthOf(vector) * queryLength;
  return length > 0 ? product / length : Number.NEGATIVE_INFINITY;
}

function lengthOf(vector: Float32Array): number {
  let sum = 0;
  for (const value of vector) sum += value * value;
  return Math.sqrt(sum);
}
