import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '@ecp/database/embedded/open-embedded-postgres';
import { migrate } from '@ecp/database/migrate';
import pg from 'pg';

/** A temporary Postgres with the product's own settings, including fsync. */
export interface BenchDatabase {
  /** Result of `select version()`. */
  version: string;
  /** Id of the server's first process. */
  pid: number;
  /** Creates a migrated database, or an empty one, and returns its superuser URL. */
  create(name: string, content?: 'migrated' | 'empty'): Promise<string>;
  /** Stops the server and deletes its files. */
  close(): Promise<void>;
}

/** Starts a database in a temporary folder. Throws EmbeddedPostgresError when it does not start. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  await chmod(dataDir, 0o711); // when this runs as root, the server's user needs access
  const postgres = await openEmbeddedPostgres({ dataDir, log: (line) => console.error(line) });
  const [row] = await query<{ version: string }>(postgres.url, 'select version()');
  const [place] = await query<{ data_directory: string }>(postgres.url, 'show data_directory');
  const pidFile = await readFile(join(place?.data_directory ?? dataDir, 'postmaster.pid'), 'utf8');
  return {
    version: row?.version ?? '',
    pid: Number.parseInt(pidFile, 10),
    async create(name, content = 'migrated') {
      await query(postgres.url, `create database ${name}`);
      const url = new URL(postgres.url);
      url.pathname = `/${name}`;
      if (content === 'migrated') await migrate(url.href);
      return url.href;
    },
    async close() {
      await postgres.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs one statement on a separate connection. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
