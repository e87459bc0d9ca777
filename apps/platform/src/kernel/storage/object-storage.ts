import type { Readable } from 'node:stream';

/** What was stored. */
export interface StoredObject {
  sizeBytes: number;
  /** Lowercase hexadecimal. */
  sha256: string;
}

export interface ListedObject {
  key: string;
  sizeBytes: number;
}

/**
 * Port to the place of files: a folder or S3 (architecture, Chosen parts). Keys are paths of plain segments, see
 * checkKey. Every method throws StorageUnavailableError while the place does not answer; nothing is ever half stored.
 */
export interface ObjectStorage {
  /**
   * Stores a stream under a key, replacing what is there. Throws ObjectTooLargeError at the first byte over `maxBytes`,
   * and whatever `content` throws; the key is then as it was before.
   */
  put(key: string, content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StoredObject>;
  /** Opens an object for reading. Throws ObjectMissingError. */
  get(key: string): Promise<Readable>;
  /** Deletes an object; a missing one is no error. */
  delete(key: string): Promise<void>;
  /**
   * Deletes everything whose key begins with `prefix`, which ends with a slash, and what puts under way have written so
   * far: these fail. One that began meanwhile, or stores its last piece just then, may still leave its object.
   */
  deletePrefix(prefix: string): Promise<void>;
  /** Everything whose key begins with `prefix`, which ends with a slash, in no order. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Ends connections. */
  close(): void;
}

/** Nothing is stored under the key. */
export class ObjectMissingError extends Error {
  override readonly name = 'ObjectMissingError';

  constructor(key: string, cause?: unknown) {
    super(`Nothing is stored under ${key}`, { cause });
  }
}

/** The content is longer than was allowed. */
export class ObjectTooLargeError extends Error {
  override readonly name = 'ObjectTooLargeError';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The content is longer than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/** The place of files does not answer, or has no room. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
  readonly code = 'STORAGE_UNAVAILABLE';

  constructor(cause: unknown) {
    super(`The object storage failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

const segment = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const longestKey = 200;

/** Throws unless every segment of the key is plain: no way leads out of the place, and every file system can name it. */
export function checkKey(key: string): string {
  const isPlain = key.length <= longestKey && key.split('/').every((part) => segment.test(part));
  if (!isPlain) throw new Error(`Not a key of the storage: ${key}`);
  return key;
}

/** The same for a prefix, which ends with a slash; without it, a prefix would also take its neighbours. */
export function checkPrefix(prefix: string): string {
  if (!prefix.endsWith('/')) throw new Error(`A prefix ends with a slash: ${prefix}`);
  checkKey(prefix.slice(0, -1));
  return prefix;
}

declare module '../services.ts' {
  interface Services {
    storage: ObjectStorage;
  }
}
