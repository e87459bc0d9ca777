import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ApiError } from '@ecp/contract/declaring/errors';

export interface StoredObject {
  sizeBytes: number;
  /** Lowercase hexadecimal. */
  sha256: string;
}

export interface ListedObject {
  key: string;
  sizeBytes: number;
}

/** Bytes from `start` to before `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

interface ObjectRange {
  content: Readable;
  objectSizeBytes: number;
}

/**
 * Port to a folder or S3; keys are plain paths (checkKey). Methods throw StorageUnavailableError.
 */
export interface ObjectStorage {
  /**
   * Stores or replaces an object. Throws ObjectTooLargeError and errors of `content`; then nothing
   * changes.
   */
  put(key: string, content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StoredObject>;
  /** Opens an object for reading. Throws ObjectMissingError. */
  get(key: string): Promise<Readable>;
  /**
   * Opens a range of an object, which begins before the object's end and is cut there. Throws
   * ObjectMissingError.
   */
  getRange(key: string, range: ByteRange): Promise<ObjectRange>;
  /** Deletes an object; a missing one is no error. */
  delete(key: string): Promise<void>;
  /**
   * Deletes objects below `prefix`, which ends with a slash, and makes running puts fail. One that
   * begins meanwhile, or is storing its last piece, may leave its object.
   */
  deletePrefix(prefix: string): Promise<void>;
  /** Lists all objects whose key begins with `prefix`, which ends with a slash, in no order. */
  list(prefix: string): AsyncIterable<ListedObject>;
  close(): void;
}

/** No object is stored under the key. */
export class ObjectMissingError extends Error {
  override readonly name = 'ObjectMissingError';

  constructor(key: string, cause?: unknown) {
    super(`Nothing is stored under ${key}`, { cause });
  }
}

/** The content exceeds the allowed size. */
export class ObjectTooLargeError extends Error {
  override readonly name = 'ObjectTooLargeError';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The content is longer than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/** The object storage does not respond, or is full. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
  readonly code = 'STORAGE_UNAVAILABLE';

  constructor(cause: unknown) {
    super(`The object storage failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

const segment = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const longestKey = 200;

/**
 * Throws unless every segment of the key is plain, so that it cannot leave the storage and suits
 * every file system.
 */
export function checkKey(key: string): string {
  const isPlain = key.length <= longestKey && key.split('/').every((part) => segment.test(part));
  if (!isPlain) throw new Error(`Not a key of the storage: ${key}`);
  return key;
}

/** Checks a prefix likewise. It must end with a slash, or it would also match other folders. */
export function checkPrefix(prefix: string): string {
  if (!prefix.endsWith('/')) throw new Error(`A prefix ends with a slash: ${prefix}`);
  checkKey(prefix.slice(0, -1));
  return prefix;
}

/**
 * Throws `not_found` for an object that is missing, and other errors as they are. For the `catch`
 * of a read.
 */
export function missingAsNotFound(error: unknown): never {
  throw error instanceof ObjectMissingError ? new ApiError('not_found', { cause: error }) : error;
}

/** A stream that is counted, hashed and limited on its way into storage. */
interface MeasuredContent {
  chunks: AsyncIterable<Uint8Array>;
  /** Returns size and hash once all chunks have been read. */
  result(): StoredObject;
  /**
   * Returns the cause of a failed put: the content's own error, else StorageUnavailableError around
   * `error`.
   */
  blame(error: unknown): unknown;
}

/** Measures `content`, which fails with ObjectTooLargeError at the first byte over `maxBytes`. */
export function measureContent(
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
): MeasuredContent {
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
  // An error that a reader throws into this generator ends here, so it does not count as the
  // content's own.
  async function* pass(): AsyncGenerator<Uint8Array> {
    for await (const chunk of measure()) yield chunk;
  }
  return {
    chunks: pass(),
    result: () => ({ sizeBytes, sha256: hash.digest('hex') }),
    blame: (error) => (own ? own.error : new StorageUnavailableError(error)),
  };
}
