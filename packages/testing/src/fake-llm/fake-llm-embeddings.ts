import { createHash } from 'node:crypto';

/** The part of OpenAI's embeddings request that the fake server reads. */
export interface EmbeddingsRequest {
  model: string;
  input: string[];
  dimensions?: number;
}

const defaultDimensions = 64;
const maxInputs = 2_048;

/** Reads an embeddings request. Returns OpenAI's message as a string if it is wrong. */
export function parseEmbeddingsRequest(text: string): EmbeddingsRequest | string {
  let body: { model?: unknown; input?: unknown; dimensions?: unknown };
  try {
    body = JSON.parse(text);
  } catch {
    return 'We could not parse the JSON body of your request.';
  }
  const { model, dimensions } = body;
  if (typeof model !== 'string') return 'you must provide a model parameter';
  const input = typeof body.input === 'string' ? [body.input] : body.input;
  if (!Array.isArray(input) || input.length === 0 || input.length > maxInputs) return "'$.input' is invalid.";
  if (!input.every((item) => typeof item === 'string' && item !== '')) return "'$.input' is invalid.";
  return { model, input, ...(typeof dimensions === 'number' && { dimensions }) };
}

/** Makes a vector of length 1 in which each word has a fixed direction, so that texts that share words are near. */
export function embedText(text: string, dimensions = defaultDimensions): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    const hash = createHash('sha256').update(word).digest();
    const at = hash.readUInt32LE(0) % dimensions;
    vector[at] = (vector[at] ?? 0) + (hash.readUInt8(4) % 2 === 0 ? 1 : -1);
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** The body of an embeddings answer. */
export function embeddingsBody(model: string, vectors: number[][], inputTokens: number): string {
  return JSON.stringify({
    object: 'list',
    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    model,
    usage: { prompt_tokens: inputTokens, total_tokens: inputTokens },
  });
}
