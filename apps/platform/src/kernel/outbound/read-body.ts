import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

const decoders: Record<string, () => ReturnType<typeof createGunzip>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/**
 * Reads at most `maxBytes` of a response body, decoded when `contentEncoding` is a known one, and discards the rest, so
 * that a decompression bomb costs only the cap. Rejects with the stream's or the decoder's error.
 */
export async function readBody(
  body: Readable,
  contentEncoding: string,
  maxBytes: number,
): Promise<{ body: Buffer; truncated: boolean }> {
  const decoder = decoders[contentEncoding.trim().toLowerCase()]?.();
  // The loop below receives a failure of either stream through the last one.
  const stream = decoder ? pipeline(body, decoder, () => undefined) : body;
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const room = maxBytes - sizeBytes;
    if (chunk.length > room) {
      return { body: Buffer.concat([...chunks, chunk.subarray(0, room)]), truncated: true };
    }
    chunks.push(chunk);
    sizeBytes += chunk.length;
  }
  return { body: Buffer.concat(chunks), truncated: false };
}
