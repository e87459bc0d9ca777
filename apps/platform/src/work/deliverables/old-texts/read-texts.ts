import { text } from 'node:stream/consumers';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { Statement } from '@ecp/database/statement';
import type { Services } from '../../../kernel/services.ts';
import { ObjectMissingError, type ObjectStorage } from '../../../kernel/storage/object-storage.ts';

/** A version whose text is in its row or, if it is old, in the object storage (RET-5). */
export type StoredVersion<Row extends { content: string }> = Omit<Row, 'content'> & TextPlace;

interface TextPlace {
  /** The text; null if it is in the storage. */
  content: string | null;
  content_key: string | null;
}

type PlacedVersion = TextPlace & { id: string };

/** Texts that are read from the storage at the same time. */
const readAtOnce = 8;

/**
 * Returns a version with its text, which may be in the storage. Errors: `not_found` if its file is gone; throws
 * StorageUnavailableError.
 */
export async function readText<Row extends { content: string }>(
  storage: ObjectStorage,
  version: StoredVersion<Row>,
): Promise<Row> {
  const content = await findText(storage, version);
  if (content === null) throw new ApiError('not_found');
  return { ...version, content } as unknown as Row;
}

/**
 * Returns versions of a list with their texts, in the same order. One that has been deleted meanwhile is left out. One
 * whose file is lost has an empty text, and the log names it, so that the others can still be read (RET-7). Throws
 * StorageUnavailableError.
 */
export async function readTexts<Row extends { id: string; content: string }>(
  { database, storage, log }: Pick<Services, 'database' | 'storage' | 'log'>,
  tenantId: string,
  versions: readonly (StoredVersion<Row> & PlacedVersion)[],
): Promise<Row[]> {
  const texts = await findTexts(storage, versions);
  const missing = versions.flatMap(({ id }) => (texts.has(id) ? [] : [id]));
  if (missing.length > 0) {
    const [left] = await database.batchTenant(tenantId, [selectPlaces(tenantId, missing)]);
    const found = await findTexts(storage, left);
    for (const { id } of left) texts.set(id, found.get(id) ?? '');
    const lost = left.flatMap(({ id }) => (found.has(id) ? [] : [id]));
    if (lost.length > 0) log.error({ tenantId, deliverableIds: lost }, 'The files of old texts are lost');
  }
  return versions.flatMap((version) => {
    const content = texts.get(version.id);
    return content === undefined ? [] : [{ ...version, content } as unknown as Row];
  });
}

/** Returns the texts of versions by their ids, without those whose files are gone. Throws StorageUnavailableError. */
export async function findTexts(
  storage: ObjectStorage,
  versions: readonly PlacedVersion[],
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const find = async (version: PlacedVersion) => {
    const content = await findText(storage, version);
    if (content !== null) texts.set(version.id, content);
  };
  for (let next = 0; next < versions.length; next += readAtOnce) {
    await Promise.all(versions.slice(next, next + readAtOnce).map(find));
  }
  return texts;
}

/** Returns null if the file is gone. */
async function findText(storage: ObjectStorage, { content, content_key: key }: TextPlace): Promise<string | null> {
  if (content !== null) return content;
  if (key === null) throw new Error('A version has neither a text nor a key');
  try {
    return await text(await storage.get(key));
  } catch (error) {
    if (error instanceof ObjectMissingError) return null;
    throw error;
  }
}

const selectPlaces = (tenantId: string, ids: readonly string[]): Statement<PlacedVersion> => ({
  name: 'select_text_places',
  text: 'select id, content, content_key from platform.deliverables where tenant_id = $1 and id = any($2)',
  values: [tenantId, ids],
});
