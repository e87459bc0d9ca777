import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { keptAlive } from './pool.ts';

/** Makes all tables, with that of the applied files. */
const schemaFile = new URL('../schema.sql', import.meta.url);
/** What has changed since, in the order of names (0001_….sql). */
export const migrationsFolder = new URL('../migrations/', import.meta.url);

interface Recorded {
  name: string;
  checksum: string;
}

interface Migration extends Recorded {
  text: string;
}

/**
 * Migrates the schema: schema.sql, then each file of `folder` in a transaction of its own, for any
 * number of processes. Throws for a database of another schema.sql, a changed file, or a migration
 * of a newer release.
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
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  return readFiles([schemaFile, ...(await listFiles(folder)).map((name) => new URL(name, folder))]);
}

function readFiles(urls: readonly URL[]): Promise<Migration[]> {
  return Promise.all(
    urls.map(async (url) => {
      // A checkout on Windows may have changed the ends of lines.
      const text = (await readFile(url, 'utf8')).replaceAll('\r\n', '\n');
      return {
        name: basename(url.pathname),
        text,
        checksum: createHash('sha256').update(text).digest('hex'),
      };
    }),
  );
}

async function readRecorded(client: pg.Client): Promise<Recorded[]> {
  const table = await client.query(
    `select from pg_class where oid = to_regclass('public.schema_migrations')`,
  );
  if (table.rowCount === 0) return [];
  return (await client.query<Recorded>('select name, checksum from public.schema_migrations')).rows;
}

/** Tells whether the database was made from the schema.sql of another release. */
export async function isOfOtherSchema(client: pg.Client): Promise<boolean> {
  const [schema] = await readFiles([schemaFile]);
  const applied = (await readRecorded(client)).find(({ name }) => name === schema?.name);
  return applied !== undefined && applied.checksum !== schema?.checksum;
}

/** Returns the files to apply, in order. */
function findPending(files: readonly Migration[], recorded: readonly Recorded[]): Migration[] {
  const known = new Map(files.map((file) => [file.name, file]));
  const schemaName = basename(schemaFile.pathname);
  const schema = recorded.find(({ name }) => name === schemaName);
  if (schema !== undefined && schema.checksum !== known.get(schemaName)?.checksum) {
    throw new Error(
      'The database was made from the schema.sql of another release, and none of its migrations leads to this one; start that release instead, or give this one an empty database',
    );
  }
  const namesOf = (rows: readonly Recorded[]) => rows.map(({ name }) => name).join(', ');
  const unknown = recorded.filter(({ name }) => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(
      `The database was migrated by a newer release (${namesOf(unknown)}); start that release instead`,
    );
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
 * Limits the wait of a migration for a lock, because whoever wants the table meanwhile waits behind
 * it.
 */
const lockLimit = '1s';
/** Pause between two tries of a migration, in which others use the table. */
const lockRetryMs = 2_000;
const lockNotAvailable = '55P03';

const record = 'insert into public.schema_migrations (name, checksum) values ($1, $2)';

async function applyFile(
  client: pg.Client,
  migration: Migration,
  wait: MigrationWait,
): Promise<void> {
  const { warn, limitMs = defaultLimitMs } = wait;
  const startedMs = performance.now();
  while (!(await tryFile(client, migration, performance.now() - startedMs >= limitMs))) {
    const waitedMs = Math.round(performance.now() - startedMs);
    warn?.(
      { holder: null, waitedMs },
      `Migration ${migration.name} waits for a transaction that uses its tables`,
    );
    await delay(lockRetryMs);
  }
}

/**
 * Applies a file as a whole or not at all. Returns false if a lock was not to be had, unless this
 * try is the last.
 */
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
    if (!isLast && error instanceof pg.DatabaseError && error.code === lockNotAvailable)
      return false;
    throw new Error(
      `Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** Key of the advisory lock that lets one process migrate at a time. */
const migrationLock = 7_305_118;
const tryIntervalMs = 250;
const tellIntervalMs = 10_000;
/**
 * The holder shows this often that it lives. Postgres ends one that does not, whatever became of
 * its network.
 */
const livingIntervalMs = 10_000;
const silenceLimit = '60s';

/** The longest wait in milliseconds, unless the caller chooses another. */
const defaultLimitMs = 300_000;

/** How to wait for the lock, and for tables that a transaction uses. */
export interface MigrationWait {
  /**
   * Called when the wait begins and every few seconds, with the process that holds the lock, if one
   * does.
   */
  warn?: (details: { holder: string | null; waitedMs: number }, message: string) => void;
  /** The longest wait in milliseconds; five minutes by default. */
  limitMs?: number;
}

/**
 * Runs `work` while no other process migrates. The durable queue makes its tables without a guard,
 * so it is launched in here, too. The lock is a transaction's, so that it works through a pooler.
 * Throws after `limitMs`.
 */
export async function withMigrationLock<Result>(
  url: string,
  work: () => Promise<Result>,
  wait: MigrationWait = {},
): Promise<Result> {
  const client = await openMigrationClient(url);
  try {
    await acquire(client, wait);
    const living = setInterval(
      () => void client.query('select').catch(() => undefined),
      livingIntervalMs,
    );
    const result = await work().finally(() => clearInterval(living));
    // Fails if the lock was lost, so that nobody relies on work that another process may have
    // disturbed.
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
}

/**
 * Connects under a name that tells other processes whom they wait for. The caller ends the
 * connection.
 */
export async function openMigrationClient(url: string): Promise<pg.Client> {
  const name = `migration by process ${process.pid} on ${hostname()}`;
  const settings = { connectionTimeoutMillis: 10_000, ...keptAlive, application_name: name };
  const client = new pg.Client({ connectionString: url, ...settings });
  // A lost connection fails the next statement. It would end the process if nobody listened for the
  // error.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function acquire(
  client: pg.Client,
  { warn, limitMs = defaultLimitMs }: MigrationWait,
): Promise<void> {
  const startedMs = performance.now();
  for (let toldMs = -Infinity; ; await delay(tryIntervalMs)) {
    await client.query('begin');
    await client.query(`select set_config('idle_in_transaction_session_timeout', $1, true)`, [
      silenceLimit,
    ]);
    const { rows } = await client.query<{ locked: boolean; holder: string | null }>(tryLock, [
      migrationLock,
    ]);
    if (rows[0]?.locked) {
      // Ends the portal of the statement, and with it a snapshot for which `create index
      // concurrently` would wait.
      await client.query('select');
      return;
    }
    await client.query('rollback');
    const holder = rows[0]?.holder ?? null;
    const waitedMs = Math.round(performance.now() - startedMs);
    if (waitedMs - toldMs >= tellIntervalMs) {
      warn?.({ holder, waitedMs }, 'Waiting for another process that migrates the database');
      toldMs = waitedMs;
    }
    if (waitedMs >= limitMs) {
      throw new Error(
        `Another process has migrated the database for ${Math.round(waitedMs / 1000)} s (${holder ?? 'unknown'}); start again when it is done, or end it`,
      );
    }
  }
}

/** The name of the holder is null if it has just ended. */
const tryLock = `select pg_try_advisory_xact_lock($1) as locked, (
    select application_name from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and classid = 0 and objid = $1::integer::oid and objsubid = 1
      and pg_locks.database = (select oid from pg_database where datname = current_database()) limit 1) as holder`;
