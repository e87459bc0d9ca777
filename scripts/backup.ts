import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError, saveDatabase } from '@ecp/database/backup';
import { readConnectionFile } from '@ecp/database/embedded/connection-file';
import {
  DataDirInUseError,
  EmbeddedPostgresError,
  openEmbeddedPostgres,
} from '@ecp/database/embedded/embedded-postgres';
import { copyKey, requireKeyCopy } from './backup/copy-key.ts';
import { copyStoredFiles } from './backup/copy-stored-files.ts';

/**
 * Backs up a product while it runs: the database as of one moment, then the stored files
 * (docs/operations.md, Backup). `npm run backup -- <folder> [--key <file>]`. `--key` also copies
 * the generated secret, without which the files and secrets in the backup cannot be read, to a
 * place of its own.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { key: { type: 'string' } },
});
const [folder] = positionals;
const {
  DATABASE_ADMIN_URL: adminUrl,
  DATABASE_URL: url,
  DATA_DIR: dataDir = '.data',
} = process.env;
const ownKey = join(dataDir, 'secret.key');

try {
  if (!folder) throw new BackupError('Name a new folder: npm run backup -- <folder>');
  if (url && !adminUrl) {
    throw new BackupError(
      'Set DATABASE_ADMIN_URL to the address of a superuser, or of a role with BYPASSRLS',
    );
  }
  await requireEmpty(folder);
  if (values.key !== undefined) requireKeyCopy(ownKey, values.key);
  await backUp(folder);
} catch (error) {
  if (!(error instanceof BackupError || error instanceof EmbeddedPostgresError)) throw error;
  console.error(`backup: ${error.message}`);
  process.exitCode = 1;
}

async function backUp(target: string): Promise<void> {
  const startedMs = performance.now();
  const { url: databaseUrl, close } = adminUrl ? { url: adminUrl } : await openOwnDatabase();
  try {
    const manifest = await saveDatabase(databaseUrl, join(target, 'database'));
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `Database of ${manifest.takenAt}: ${rows} rows of ${manifest.tables.length} tables`,
    );
  } finally {
    await close?.();
  }
  if (process.env['S3_BUCKET'])
    console.log('Files are in the bucket: back it up too, after the database');
  else
    console.log(`Files: ${await copyStoredFiles(join(dataDir, 'files'), join(target, 'files'))}`);
  if (values.key !== undefined) await copyKey(ownKey, values.key);
  else
    console.log(
      'The backup holds no key: keep SECRET_KEY, or secret.key of DATA_DIR, in another place',
    );
  console.log(`Done in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
}

/** A product that runs has its database open already, and goes on with it. */
async function openOwnDatabase(): Promise<{ url: string; close?: () => Promise<void> }> {
  try {
    return await openEmbeddedPostgres({ dataDir, log: console.log });
  } catch (error) {
    const ofProduct = await readConnectionFile(dataDir);
    if (!(error instanceof DataDirInUseError) || ofProduct === undefined) throw error;
    return ofProduct;
  }
}

async function requireEmpty(target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  if ((await readdir(target)).length > 0) throw new BackupError(`${target} is not empty`);
}
