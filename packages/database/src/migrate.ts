import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

const migrationsFolder = new URL('../migrations/', import.meta.url);
/** Identifies a migration by its name alone, because earlier releases numbered some differently. */
const withoutNumber = (file: string): string => file.replace(/^\d+_/, '');
/** Key of the advisory lock that lets one process migrate at a time. */
const migrationLock = 7_305_118;

/**
 * Migrates the schema to the newest version, each file in its own transaction. Any number of processes may call it at
 * the same time. Throws if the database has a migration of a newer release, which this one does not know.
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
    // A statement that waits for the lock holds a snapshot, for which an index that is built concurrently waits.
    await pollLock(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

async function pollLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [migrationLock]);
    if (rows[0]?.locked) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function applyFile(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(new URL(name, migrationsFolder), 'utf8');
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
