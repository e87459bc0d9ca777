/**
 * Returns the indices of the vectors nearest to a query by cosine, nearest first. Missing vectors (null) are skipped.
 */
export function rankVectors(vectors: (Float32Array | null)[], query: Float32Array, limit: number): number[] {
  const queryLength = lengthOf(query);
  return vectors
    .map((vector, id) => ({ id, cosine: vector ? cosineOf(vector, query, queryLength) : Number.NEGATIVE_INFINITY }))
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
