import { buffer } from 'node:stream/consumers';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { DossierFile } from '@ecp/dossier/zip';
import type { ObjectStorage } from '../../kernel/storage/object-storage.ts';

/** Most bytes of all sources, or of all pages, in one dossier. */
const maxBytes = 200 * 1_048_576;

interface StoredRow {
  storage_key: string;
  size_bytes: number;
}

/** Reads stored files for a dossier. Error: `document_too_large` when they have more than 200 MB together. */
export async function readStoredFiles<Row extends StoredRow>(
  storage: Pick<ObjectStorage, 'get'>,
  rows: readonly Row[],
  pathOf: (row: Row) => string,
): Promise<DossierFile[]> {
  if (rows.reduce((sum, row) => sum + row.size_bytes, 0) > maxBytes) throw new ApiError('document_too_large');
  const files: DossierFile[] = [];
  // One after the other: each file is read whole, and their order in the zip is that of the list.
  for (const row of rows) files.push({ path: pathOf(row), content: await buffer(await storage.get(row.storage_key)) });
  return files;
}
