import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '@ecp/database/embedded/open-embedded-postgres';
import { migrate } from '@ecp/database/migrate';
import pg from 'pg';

/** A throw-away Postgres with the product's own settings: fsync on, as a user's. */
export interface BenchDatabase {
  /** Text of `select version()`. */
  version: string;
  /** Of the server's first process. */
  pid: number;
  /** Creates a migrated database; returns its address as superuser. */
  create(name: string): Promise<string>;
  /** Ends the server and deletes its files. */
  close(): Promise<void>;
}

/** Starts it in a temporary folder. Throws EmbeddedPostgresError when it does not start. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  await chmod(dataDir, 0o711); // the server's user must pass when this runs as root
  const postgres = await openEmbeddedPostgres({ dataDir, log: (line) => console.error(line) });
  const [row] = await query<{ version: string }>(postgres.url, 'select version()');
  const [place] = await query<{ data_directory: string }>(postgres.url, 'show data_directory');
  const pidFile = await readFile(join(place?.data_directory ?? dataDir, 'postmaster.pid'), 'utf8');
  return {
    version: row?.version ?? '',
    pid: Number.parseInt(pidFile, 10),
    async create(name) {
      await query(postgres.url, `create database ${name}`);
      const url = new URL(postgres.url);
      url.pathname = `/${name}`;
      await migrate(url.href);
      return url.href;
    },
    async close() {
      await postgres.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs one statement on a connection of its own. */
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
