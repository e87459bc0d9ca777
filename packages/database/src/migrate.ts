import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { defaultLimitMs, type MigrationWait, openMigrationClient, withMigrationLock } from './migration-lock.ts';

const migrationsFolder = new URL('../migrations/', import.meta.url);

interface Migration {
  /** Name of the file. */
  name: string;
  text: string;
  checksum: string;
}

interface Recorded {
  name: string;
  /** Rows of older releases have none (null). */
  checksum: string | null;
}

/** Identifies a migration by its name alone, because earlier releases numbered some differently. */
const withoutNumber = (file: string): string => file.replace(/^\d+_/, '');

/**
 * Migrates the schema to the newest version, each file in its own transaction, or statement by statement if its name ends
 * with `.concurrent.sql`. Any number of processes may call it at the same time. Rows of older releases get their checksum
 * (SET-23). Throws if the database has a migration of a newer release, which this one does not know, or if a file has
 * changed since it was applied.
 */
export async function migrate(url: string, wait: MigrationWait = {}): Promise<{ applied: string[] }> {
  const files = await readMigrations();
  const client = await openMigrationClient(url);
  try {
    const { pending, unsealed } = compare(files, await readRecorded(client));
    const owned = await ownsRecords(client);
    if (pending.length === 0 && (unsealed.length === 0 || !owned)) return { applied: [] };
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
  const owned = await ownsRecords(client);
  // A service's role may not change tables. It does not need to, once the owner has migrated.
  if (owned !== false) await client.query(makeRecords);
  const { pending, unsealed } = compare(files, await readRecorded(client));
  if (owned && unsealed.length > 0) await client.query(sealRecords, [JSON.stringify(unsealed)]);
  for (const file of pending) await applyFile(client, file, wait);
  return { applied: pending.map(({ name }) => name) };
}

const makeRecords = `
  create table if not exists public.schema_migrations
    (name text primary key, applied_at timestamptz not null default now());
  alter table public.schema_migrations add column if not exists checksum text`;

const sealRecords = `update public.schema_migrations migration set checksum = file.checksum
  from json_to_recordset($1) as file (name text, checksum text) where file.name = migration.name`;

/** Returns the number of this release's migrations. */
export async function countMigrations(): Promise<number> {
  names ??= listFiles();
  return (await names).length;
}

let names: Promise<string[]> | undefined;

async function listFiles(): Promise<string[]> {
  return (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort();
}

async function readMigrations(): Promise<Migration[]> {
  return Promise.all(
    (await listFiles()).map(async (name) => {
      // A checkout on Windows may have changed the ends of lines.
      const text = (await readFile(new URL(name, migrationsFolder), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** Tells whether this role may change the table of migrations. Null if there is none. */
async function ownsRecords(client: pg.Client): Promise<boolean | null> {
  const { rows } = await client.query<{ owned: boolean }>(
    `select pg_has_role(relowner, 'usage') as owned from pg_class where oid = to_regclass('public.schema_migrations')`,
  );
  return rows[0]?.owned ?? null;
}

async function readRecorded(client: pg.Client): Promise<Recorded[]> {
  if ((await ownsRecords(client)) === null) return [];
  // An older release has made the table without the column.
  const { rows } = await client.query<Recorded>(
    `select name, to_jsonb(migration) ->> 'checksum' as checksum from public.schema_migrations migration`,
  );
  return rows;
}

/** Returns the files to apply, and the recorded names that lack a checksum, each with that of its file. */
function compare(
  files: readonly Migration[],
  recorded: readonly Recorded[],
): { pending: Migration[]; unsealed: { name: string; checksum: string }[] } {
  const known = new Map(files.map((file) => [withoutNumber(file.name), file]));
  const unknown = recorded.filter(({ name }) => !known.has(withoutNumber(name)));
  if (unknown.length > 0) {
    const names = unknown.map(({ name }) => name).join(', ');
    throw new Error(`The database was migrated by a newer release (${names}); start that release instead`);
  }
  const fileOf = ({ name }: Recorded) => known.get(withoutNumber(name)) as Migration;
  const changed = recorded.filter((row) => row.checksum !== null && row.checksum !== fileOf(row).checksum);
  if (changed.length > 0) {
    const names = changed.map((row) => fileOf(row).name).join(', ');
    throw new Error(
      `Migrations have changed since the database applied them (${names}); restore the released files, and put changes into a new one`,
    );
  }
  const done = new Set(recorded.map(({ name }) => withoutNumber(name)));
  return {
    pending: files.filter(({ name }) => !done.has(withoutNumber(name))),
    unsealed: recorded
      .filter(({ checksum }) => checksum === null)
      .map((row) => ({ name: row.name, checksum: fileOf(row).checksum })),
  };
}

/**
 * Longest wait of a migration for a lock. Whoever wants the table meanwhile waits behind it, so a long transaction, such
 * as a backup, would stop the service.
 */
const lockLimit = '1s';
/** Pause between two tries of a migration, in which others use the table. */
const lockRetryMs = 2_000;
const lockNotAvailable = '55P03';

async function applyFile(client: pg.Client, migration: Migration, wait: MigrationWait): Promise<void> {
  if (migration.name.endsWith('.concurrent.sql')) return applyConcurrently(client, migration);
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
  const { name, text } = migration;
  await client.query('begin');
  try {
    await client.query(`select set_config('lock_timeout', $1, true)`, [lockLimit]);
    await client.query(text);
    await record(client, migration);
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

/**
 * Runs the statements of a file one by one outside of a transaction, where `create index concurrently` lets others write
 * meanwhile. A crash repeats the file, so each of its statements may run twice.
 */
async function applyConcurrently(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of migration.text.split(/;\s*$/m).filter((part) => part.trim() !== '')) {
    await client.query(statement);
  }
  await record(client, migration);
}

async function record(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query('insert into public.schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
}
