import { text as readAll } from 'node:stream/consumers';
import type { ObjectStorage } from '../../../kernel/storage/object-storage.ts';
import type { PageRow } from '../records/page-rows.ts';

/** Reads the archived text of a page. Throws StorageUnavailableError, ObjectMissingError. */
export async function readPageText(
  storage: Pick<ObjectStorage, 'get'>,
  { text_key: key }: Pick<PageRow, 'text_key'>,
): Promise<string> {
  return readAll(await storage.get(key));
}
