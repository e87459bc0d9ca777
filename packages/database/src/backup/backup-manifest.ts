import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One table of a backup, in the file `<schema>.<name>.copy.gz` in the text format of COPY. */
export interface SavedTable {
  schema: string;
  name: string;
  columns: string[];
  rows: number;
  /** SHA-256 of the text, hexadecimal. */
  sha256: string;
}

/** Describes a backup of a database. It is written last, so a folder with it is whole. */
export interface BackupManifest {
  format: 1;
  /** Time of the snapshot, ISO 8601. */
  takenAt: string;
  /** Names of the migrations that the database had. */
  migrations: string[];
  tables: SavedTable[];
  /** Last values of sequences by quoted name; null for one that was never used. */
  sequences: Record<string, number | null>;
}

/** A backup that cannot be taken or restored. The message says why and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const fileName = 'manifest.json';

/** Returns the path of a table's rows in the folder of a backup. */
export const tableFile = (folder: string, { schema, name }: Pick<SavedTable, 'schema' | 'name'>): string =>
  join(folder, `${schema}.${name}.copy.gz`);

/** Writes the manifest of a backup whose tables are all written. */
export async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  await writeFile(join(folder, fileName), JSON.stringify(manifest, null, 1), { flush: true, mode: 0o600 });
}

/** Reads the manifest of a backup. Throws BackupError if the folder holds no whole backup of a known format. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, fileName), 'utf8').catch((cause: unknown) => {
    throw new BackupError(`${folder} holds no whole backup: it has no ${fileName}`, { cause });
  });
  const manifest = JSON.parse(text) as BackupManifest;
  if (manifest.format !== 1) throw new BackupError(`${folder} was written by a newer release; restore with that one`);
  return manifest;
}
