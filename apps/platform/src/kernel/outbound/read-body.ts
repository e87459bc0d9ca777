import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

const decoders: Record<string, () => ReturnType<typeof createGunzip>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** The body has more bytes than may be read before they are decoded. */
class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes';
}

/**
 * Reads at most `maxBytes` of a response body, decoded when `contentEncoding` is a known one, and discards the rest, so
 * that a decompression bomb costs only the cap. The same cap holds for the encoded bytes, because a stream may be
 * endless and decode to nothing. Rejects with the stream's or the decoder's error.
 */
export async function readBody(
  body: Readable,
  contentEncoding: string,
  maxBytes: number,
): Promise<{ body: Buffer; truncated: boolean }> {
  const decoder = decoders[contentEncoding.trim().toLowerCase()]?.();
  // The loop below receives a failure of either stream through the last one.
  const stream = decoder ? pipeline(body, capped(maxBytes), decoder, () => undefined) : body;
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const room = maxBytes - sizeBytes;
      if (chunk.length > room) {
        return { body: Buffer.concat([...chunks, chunk.subarray(0, room)]), truncated: true };
      }
      chunks.push(chunk);
      sizeBytes += chunk.length;
    }
  } catch (error) {
    if (!(error instanceof TooManyBytes)) throw error;
    return { body: Buffer.concat(chunks), truncated: true };
  }
  return { body: Buffer.concat(chunks), truncated: false };
}

function capped(maxBytes: number) {
  return async function* pass(encoded: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let sizeBytes = 0;
    for await (const chunk of encoded) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) throw new TooManyBytes();
      yield chunk;
    }
  };
}
