import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { defaultLimitMs, type MigrationWait, openMigrationClient, withMigrationLock } from './migration-lock.ts';

/** Makes all tables, with that of the applied files. */
const schemaFile = new URL('../schema.sql', import.meta.url);
/** What has changed since, in the order of names (0001_….sql). It is missing while there is nothing in it. */
const migrationsFolder = new URL('../migrations/', import.meta.url);

interface Recorded {
  /** Name of the file. */
  name: string;
  checksum: string;
}

interface Migration extends Recorded {
  text: string;
}

/**
 * Migrates the schema to the newest version: first schema.sql, then each file of `folder`, each in its own transaction.
 * Any number of processes may call it at the same time. Throws if the database has a migration of a newer release, which
 * this one does not know, or if a file has changed since it was applied.
 */
export async function migrate(
  url: string,
  wait: MigrationWait = {},
  folder = migrationsFolder,
): Promise<{ applied: string[] }> {
  const files = await readMigrations(folder);
  const client = await openMigrationClient(url);
  try {
    if (findPending(files, await readRecorded(client)).length === 0) return { applied: [] };
    return await withMigrationLock(url, () => applyAll(client, files, wait), wait);
  } finally {
    await client.end();
  }
}

/** Applies what no process has applied meanwhile. */
async function applyAll(
  client: pg.Client,
  files: readonly Migration[],
  wait: MigrationWait,
): Promise<{ applied: string[] }> {
  const pending = findPending(files, await readRecorded(client));
  for (const file of pending) await applyFile(client, file, wait);
  return { applied: pending.map(({ name }) => name) };
}

/** Returns the number of this release's migrations, with schema.sql. */
export async function countMigrations(): Promise<number> {
  names ??= listFiles(migrationsFolder);
  return 1 + (await names).length;
}

let names: Promise<string[]> | undefined;

async function listFiles(folder: URL): Promise<string[]> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return found.filter((name) => name.endsWith('.sql')).sort();
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const urls = [schemaFile, ...(await listFiles(folder)).map((name) => new URL(name, folder))];
  return Promise.all(
    urls.map(async (url) => {
      // A checkout on Windows may have changed the ends of lines.
      const text = (await readFile(url, 'utf8')).replaceAll('\r\n', '\n');
      return { name: basename(url.pathname), text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function readRecorded(client: pg.Client): Promise<Recorded[]> {
  const table = await client.query(`select from pg_class where oid = to_regclass('public.schema_migrations')`);
  if (table.rowCount === 0) return [];
  return (await client.query<Recorded>('select name, checksum from public.schema_migrations')).rows;
}

/** Returns the files to apply, in order. */
function findPending(files: readonly Migration[], recorded: readonly Recorded[]): Migration[] {
  const known = new Map(files.map((file) => [file.name, file]));
  const namesOf = (rows: readonly Recorded[]) => rows.map(({ name }) => name).join(', ');
  const unknown = recorded.filter(({ name }) => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(`The database was migrated by a newer release (${namesOf(unknown)}); start that release instead`);
  }
  const changed = recorded.filter(({ name, checksum }) => known.get(name)?.checksum !== checksum);
  if (changed.length > 0) {
    throw new Error(
      `Migrations have changed since the database applied them (${namesOf(changed)}); restore the released files, and put changes into a new one`,
    );
  }
  const done = new Set(recorded.map(({ name }) => name));
  return files.filter(({ name }) => !done.has(name));
}

/**
 * Longest wait of a migration for a lock. Whoever wants the table meanwhile waits behind it, so a long transaction, such
 * as a backup, would stop the service.
 */
const lockLimit = '1s';
/** Pause between two tries of a migration, in which others use the table. */
const lockRetryMs = 2_000;
const lockNotAvailable = '55P03';

const record = 'insert into public.schema_migrations (name, checksum) values ($1, $2)';

async function applyFile(client: pg.Client, migration: Migration, wait: MigrationWait): Promise<void> {
  const { warn, limitMs = defaultLimitMs } = wait;
  const startedMs = performance.now();
  while (!(await tryFile(client, migration, performance.now() - startedMs >= limitMs))) {
    const waitedMs = Math.round(performance.now() - startedMs);
    warn?.({ holder: null, waitedMs }, `Migration ${migration.name} waits for a transaction that uses its tables`);
    await delay(lockRetryMs);
  }
}

/** Applies a file as a whole or not at all. Returns false if a lock was not to be had, unless this try is the last. */
async function tryFile(client: pg.Client, migration: Migration, isLast: boolean): Promise<boolean> {
  const { name, text, checksum } = migration;
  await client.query('begin');
  try {
    await client.query(`select set_config('lock_timeout', $1, true)`, [lockLimit]);
    await client.query(text);
    await client.query(record, [name, checksum]);
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    if (!isLast && error instanceof pg.DatabaseError && error.code === lockNotAvailable) return false;
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
