import { text } from 'node:stream/consumers';
import { missingAsNotFound } from '../../../kernel/storage/missing-as-not-found.ts';
import type { ObjectStorage } from '../../../kernel/storage/object-storage.ts';

/** A version whose text is in its row or, if it is old, in the object storage (RET-5). */
export type StoredVersion<Row extends { content: string }> = Omit<Row, 'content'> & TextPlace;

interface TextPlace {
  /** The text; null if it is in the storage. */
  content: string | null;
  content_key: string | null;
}

/** Texts that are read from the storage at the same time. */
const readAtOnce = 8;

/**
 * Reads the texts that are in the storage, and returns the versions with all texts in their order. Errors: `not_found`
 * if a version has been deleted meanwhile; throws StorageUnavailableError.
 */
export async function readTexts<Row extends { content: string }>(
  storage: ObjectStorage,
  versions: readonly StoredVersion<Row>[],
): Promise<Row[]> {
  const whole: Row[] = [];
  for (let next = 0; next < versions.length; next += readAtOnce) {
    const some = versions.slice(next, next + readAtOnce);
    whole.push(...(await Promise.all(some.map((version) => readText<Row>(storage, version)))));
  }
  return whole;
}

/** Reads the text of one version likewise. */
export async function readText<Row extends { content: string }>(
  storage: ObjectStorage,
  version: StoredVersion<Row>,
): Promise<Row> {
  const content = version.content ?? (await readStored(storage, version.content_key));
  return { ...version, content } as unknown as Row;
}

async function readStored(storage: ObjectStorage, key: string | null): Promise<string> {
  if (key === null) throw new Error('A version has neither a text nor a key');
  return text(await storage.get(key).catch(missingAsNotFound));
}
