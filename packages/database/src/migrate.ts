import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const migrationsFolder = new URL('../migrations/', import.meta.url);
/** Identifies a migration by its name alone, because earlier releases numbered some differently. */
const withoutNumber = (file: string): string => file.replace(/^\d+_/, '');
/** Key of the advisory lock that lets one process migrate at a time. */
const migrationLock = 7_305_118;
/** Time between two attempts at the lock. */
const lockRetryMs = 100;

/**
 * Migrates the schema to the newest version, each file in its own transaction, or statement by statement if its name ends
 * with `.concurrent.sql`. Any number of processes may call it at the same time. Throws if the database has a migration of
 * a newer release, which this one does not know.
 */
export function migrate(url: string): Promise<{ applied: string[] }> {
  return withMigrationLock(url, async (client) => {
    // A service's role may not create tables. It does not need to, once the owner has migrated.
    const { rows: found } = await client.query<{ exists: boolean }>(
      `select to_regclass('public.schema_migrations') is not null as exists`,
    );
    if (!found[0]?.exists) {
      await client.query(
        'create table public.schema_migrations (name text primary key, applied_at timestamptz not null default now())',
      );
    }
    const { rows } = await client.query<{ name: string }>('select name from public.schema_migrations');
    const recorded = rows.map((row) => row.name);
    const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort();
    const done = new Set(recorded.map(withoutNumber));
    const known = new Set(files.map(withoutNumber));
    const unknown = recorded.filter((name) => !known.has(withoutNumber(name)));
    if (unknown.length > 0) {
      throw new Error(
        `The database was migrated by a newer release (${unknown.join(', ')}); start that release instead`,
      );
    }
    const applied = files.filter((name) => !done.has(withoutNumber(name)));
    for (const name of applied) await applyFile(client, name);
    return { applied };
  });
}

/**
 * Runs `work` while no other process migrates. The durable queue makes its own tables when it is launched, without a
 * guard against a second process, so it must be launched in here, too.
 */
export async function withMigrationLock<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await takeLock(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Waits between statements: an index that is made concurrently would wait for a statement that waits for the lock. */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      migrationLock,
    ]);
    if (rows[0]?.taken) return;
    await wait(lockRetryMs);
  }
}

async function applyFile(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(new URL(name, migrationsFolder), 'utf8');
  if (name.endsWith('.concurrent.sql')) return applyConcurrently(client, name, text);
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into public.schema_migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/**
 * Runs the statements of a file one by one outside of a transaction, where `create index concurrently` lets others write
 * meanwhile. A crash repeats the file, so each of its statements may run twice.
 */
async function applyConcurrently(client: pg.Client, name: string, text: string): Promise<void> {
  for (const statement of text.split(/;\s*$/m).filter((part) => part.trim() !== '')) {
    await client.query(statement);
  }
  await client.query('insert into public.schema_migrations (name) values ($1)', [name]);
}
