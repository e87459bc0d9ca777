import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BackupError, type BackupManifest, readManifest, type SavedTable, tableFile } from './backup-manifest.ts';
import { createDigestStream } from './digest-stream.ts';

/**
 * Replaces all rows of a database by those of a backup, in one transaction (DEP-6). The database must have the schema of
 * the backup and be unused. `url` is a superuser's, because triggers and foreign keys are off meanwhile.
 * Throws BackupError, and changes nothing, if the schema is another one or a file is damaged.
 */
export async function loadDatabase(url: string, folder: string): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query('set statement_timeout = 0; set row_security = off; set session_replication_role = replica');
    await client.query('begin');
    await requireSchema(client, manifest);
    const places = manifest.tables.map(placeOf).join(', ');
    await client.query(`truncate ${places}`);
    for (const table of manifest.tables) await loadTable(client, folder, table);
    for (const [name, last] of Object.entries(manifest.sequences)) {
      if (last !== null) await client.query('select setval($1::regclass, $2)', [name, last]);
    }
    await client.query('commit');
    // Plans made for empty tables would be kept.
    await client.query('analyze');
    return manifest;
  } finally {
    await client.end();
  }
}

const placeOf = ({ schema, name }: SavedTable) => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

async function requireSchema(client: pg.ClientBase, { migrations }: BackupManifest): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from public.schema_migrations');
  const here = new Set(rows.map(({ name }) => name));
  const missing = migrations.filter((name) => !here.has(name));
  const more = [...here].filter((name) => !migrations.includes(name));
  if (missing.length + more.length > 0) {
    const differing = [...missing, ...more].join(', ');
    throw new BackupError(`The backup is of another release (${differing}): restore with that release, then upgrade`);
  }
}

/** Throws BackupError if a database has a tenant, also one of another schema (DEP-6). An empty one has no tables yet. */
export async function requireUnusedDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows: found } = await client.query<{ exists: boolean }>(
      `select to_regclass('platform.tenants') is not null as exists`,
    );
    if (!found[0]?.exists) return;
    const { rowCount } = await client.query('select from platform.tenants limit 1');
    if (rowCount) throw new BackupError('The database is in use: restore into an empty one');
  } finally {
    await client.end();
  }
}

async function loadTable(client: pg.Client, folder: string, table: SavedTable): Promise<void> {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const { stream, digest } = createDigestStream();
  const file = tableFile(folder, table);
  const rows = client.query(copyFrom(`copy ${placeOf(table)} (${columns}) from stdin`));
  await pipeline(createReadStream(file), createGunzip(), stream, rows);
  if (digest() !== table.sha256 || rows.rowCount !== table.rows) throw new BackupError(`${file} is damaged`);
}
