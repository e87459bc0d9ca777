import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  BackupError,
  loadDatabase,
  readManifest,
  requireUnusedDatabase,
} from '@ecp/database/backup';
import {
  EmbeddedPostgresError,
  openEmbeddedPostgres,
} from '@ecp/database/embedded/embedded-postgres';
import { prepareDatabase } from '@ecp/database/prepare-database';
import { copyKey, requireKeyCopy } from './backup/copy-key.ts';
import { copyStoredFiles } from './backup/copy-stored-files.ts';

/**
 * Restores a backup into a new DATA_DIR, or into the empty database of DATABASE_URL, while no
 * process runs (docs/operations.md, Backup). `npm run restore -- <folder> [--key <file>]`.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { key: { type: 'string' } },
});
const [folder] = positionals;
const {
  DATABASE_URL,
  DATABASE_OWNER_URL,
  DATABASE_ADMIN_URL,
  DATA_DIR: dataDir = '.data',
} = process.env;
const ownKey = join(dataDir, 'secret.key');

try {
  if (!folder) throw new BackupError('Name the folder of a backup: npm run restore -- <folder>');
  if (DATABASE_URL && !DATABASE_ADMIN_URL) {
    throw new BackupError(
      'Set DATABASE_ADMIN_URL to the address of a superuser of the empty database',
    );
  }
  if (values.key !== undefined) requireKeyCopy(values.key, ownKey);
  await restore(folder);
} catch (error) {
  if (!(error instanceof BackupError || error instanceof EmbeddedPostgresError)) throw error;
  console.error(`restore: ${error.message}`);
  process.exitCode = 1;
}

async function restore(source: string): Promise<void> {
  const startedMs = performance.now();
  await readManifest(join(source, 'database'));
  const embedded = DATABASE_URL
    ? undefined
    : await openEmbeddedPostgres({ dataDir, log: console.log });
  try {
    const urls = embedded
      ? { admin: embedded.url, owner: embedded.url, service: embedded.serviceUrl }
      : { admin: DATABASE_ADMIN_URL ?? '', owner: DATABASE_OWNER_URL, service: DATABASE_URL ?? '' };
    await requireUnusedDatabase(urls.admin);
    await prepareDatabase(urls.service, urls.owner);
    const { takenAt } = await loadDatabase(urls.admin, join(source, 'database'));
    console.log(`The database is as it was at ${takenAt}`);
  } finally {
    await embedded?.close();
  }
  await restoreFiles(source);
  console.log(`Done in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
}

async function restoreFiles(source: string): Promise<void> {
  if (process.env['S3_BUCKET']) console.log('Files are in the bucket: restore it too');
  else
    console.log(`Files: ${await copyStoredFiles(join(source, 'files'), join(dataDir, 'files'))}`);
  if (values.key === undefined) return;
  await mkdir(dataDir, { recursive: true });
  await copyKey(values.key, ownKey);
}
