import { createHash } from 'node:crypto';
import { ObjectTooLargeError, StorageUnavailableError, type StoredObject } from './object-storage.ts';

/** A stream on its way into storage: counted, hashed and limited while it passes. */
export interface MeasuredContent {
  chunks: AsyncIterable<Uint8Array>;
  /** Once all chunks have passed. */
  result(): StoredObject;
  /** Who is to blame for a failed put: the content's own error as it is, else StorageUnavailableError around `error`. */
  blame(error: unknown): unknown;
}

/** Measures `content`, which fails with ObjectTooLargeError at the first byte over `maxBytes`. */
export function measureContent(content: AsyncIterable<Uint8Array>, maxBytes: number): MeasuredContent {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let own: { error: unknown } | undefined;
  async function* measure(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of content) {
        sizeBytes += chunk.length;
        if (sizeBytes > maxBytes) throw new ObjectTooLargeError(maxBytes);
        hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      own = { error };
      throw error;
    }
  }
  // What a reader throws in when it gives up ends here and is not the content's own.
  async function* pass(): AsyncGenerator<Uint8Array> {
    for await (const chunk of measure()) yield chunk;
  }
  return {
    chunks: pass(),
    result: () => ({ sizeBytes, sha256: hash.digest('hex') }),
    blame: (error) => (own ? own.error : new StorageUnavailableError(error)),
  };
}
