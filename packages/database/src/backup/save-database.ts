import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type BackupManifest, type SavedTable, tableFile, writeManifest } from './backup-manifest.ts';
import { createDigestStream } from './digest-stream.ts';

/** Fast compression: texts shrink to a fifth, and the disk is no longer what takes the time. */
const gzipLevel = 1;

/**
 * Writes all rows of a database to `folder` as of one moment, while services read and write (DEP-5). `url` must be of a
 * role that ignores row-level security; a statement that would leave rows out fails. Writers are not delayed.
 */
export async function saveDatabase(url: string, folder: string): Promise<BackupManifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query('set statement_timeout = 0; set row_security = off');
    await client.query('begin isolation level repeatable read read only');
    const { rows: at } = await client.query<{ now: Date }>('select now()');
    const { rows: migrated } = await client.query<{ name: string }>(
      'select name from public.schema_migrations order by name',
    );
    const tables: SavedTable[] = [];
    for (const table of await listTables(client)) tables.push(await saveTable(client, folder, table));
    const sequences = await readSequences(client);
    const manifest: BackupManifest = {
      ...{ format: 1, takenAt: (at[0]?.now ?? new Date()).toISOString() },
      ...{ migrations: migrated.map(({ name }) => name), tables, sequences },
    };
    await writeManifest(folder, manifest);
    return manifest;
  } finally {
    await client.end();
  }
}

type Table = Omit<SavedTable, 'rows' | 'sha256'>;

/** Lists tables with their columns. A partitioned table stands for its partitions. */
async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select nspname as schema, relname as name, array_agg(attname::text order by attnum) as columns
      from pg_class c join pg_namespace n on n.oid = relnamespace join pg_attribute a on attrelid = c.oid
      where relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped and attgenerated = ''
        and nspname <> 'information_schema' and nspname not like 'pg\\_%'
      group by nspname, relname order by nspname, relname`,
  );
  return rows;
}

async function saveTable(client: pg.Client, folder: string, table: Table): Promise<SavedTable> {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const place = `${pg.escapeIdentifier(table.schema)}.${pg.escapeIdentifier(table.name)}`;
  const rows = client.query(copyTo(`copy (select ${columns} from ${place}) to stdout`));
  const { stream, digest } = createDigestStream();
  const file = createWriteStream(tableFile(folder, table), { flush: true, mode: 0o600 });
  await pipeline(rows, stream, createGzip({ level: gzipLevel }), file);
  return { ...table, rows: rows.rowCount, sha256: digest() };
}

async function readSequences(client: pg.ClientBase): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value as last from pg_sequences order by name`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last === null ? null : Number(last)]));
}
