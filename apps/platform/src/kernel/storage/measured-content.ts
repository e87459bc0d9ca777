import { createHash } from 'node:crypto';
import { ObjectTooLargeError, StorageUnavailableError, type StoredObject } from './object-storage.ts';

/** A stream that is counted, hashed and limited on its way into storage. */
export interface MeasuredContent {
  chunks: AsyncIterable<Uint8Array>;
  /** Returns size and hash once all chunks have been read. */
  result(): StoredObject;
  /** Returns the cause of a failed put: the content's own error, else StorageUnavailableError around `error`. */
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
  // An error that a reader throws into this generator ends here, so it does not count as the content's own.
  async function* pass(): AsyncGenerator<Uint8Array> {
    for await (const chunk of measure()) yield chunk;
  }
  return {
    chunks: pass(),
    result: () => ({ sizeBytes, sha256: hash.digest('hex') }),
    blame: (error) => (own ? own.error : new StorageUnavailableError(error)),
  };
}
