import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** Fast compression: texts shrink to a fifth, and the disk is no longer what takes the time. */
const gzipLevel = 1;

/**
 * Writes all rows of one moment to `folder`. `url` is of a role that ignores row-level security.
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
    for (const table of await listTables(client))
      tables.push(await saveTable(client, folder, table));
    const sequences = await readSequences(client);
    const manifest: BackupManifest = {
      format: 1,
      takenAt: (at[0]?.now ?? new Date()).toISOString(),
      migrations: migrated.map(({ name }) => name),
      tables,
      sequences,
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
  return Object.fromEntries(
    rows.map(({ name, last }) => [name, last === null ? null : Number(last)]),
  );
}

/**
 * Replaces all rows by a backup's in one transaction. The database must have the backup's schema
 * and be unused; `url` is a superuser's, because triggers and foreign keys are off. Throws
 * BackupError for another schema or a damaged file, and changes nothing.
 */
export async function loadDatabase(url: string, folder: string): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query(
      'set statement_timeout = 0; set row_security = off; set session_replication_role = replica',
    );
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

const placeOf = ({ schema, name }: SavedTable) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

async function requireSchema(client: pg.ClientBase, { migrations }: BackupManifest): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select name from public.schema_migrations',
  );
  const here = new Set(rows.map(({ name }) => name));
  const missing = migrations.filter((name) => !here.has(name));
  const more = [...here].filter((name) => !migrations.includes(name));
  if (missing.length + more.length > 0) {
    const differing = [...missing, ...more].join(', ');
    throw new BackupError(
      `The backup is of another release (${differing}): restore with that release, then upgrade`,
    );
  }
}

/**
 * Throws BackupError if a database has a tenant, also one of another schema. An empty one has no
 * tables yet.
 */
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
  if (digest() !== table.sha256 || rows.rowCount !== table.rows)
    throw new BackupError(`${file} is damaged`);
}

/** One table of a backup, in the file `<schema>.<name>.copy.gz` in the text format of COPY. */
interface SavedTable {
  schema: string;
  name: string;
  columns: string[];
  rows: number;
  /** SHA-256 of the text, hexadecimal. */
  sha256: string;
}

/** Describes a backup of a database. It is written last, so a folder with it is whole. */
interface BackupManifest {
  format: 1;
  /** Time of the snapshot, ISO 8601. */
  takenAt: string;
  /** Names of the migrations that the database had. */
  migrations: string[];
  tables: SavedTable[];
  /** Last values of sequences by quoted name; null for one that was never used. */
  sequences: Record<string, number | null>;
}

/** A backup that cannot be taken or restored. The message says why and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const fileName = 'manifest.json';

/** Returns the path of a table's rows in the folder of a backup. */
const tableFile = (folder: string, { schema, name }: Pick<SavedTable, 'schema' | 'name'>): string =>
  join(folder, `${schema}.${name}.copy.gz`);

/** Writes the manifest of a backup whose tables are all written. */
async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  await writeFile(join(folder, fileName), JSON.stringify(manifest, null, 1), {
    flush: true,
    mode: 0o600,
  });
}

/**
 * Reads the manifest of a backup. Throws BackupError if the folder holds no whole backup of a known
 * format.
 */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, fileName), 'utf8').catch((cause: unknown) => {
    throw new BackupError(`${folder} holds no whole backup: it has no ${fileName}`, { cause });
  });
  const manifest = JSON.parse(text) as BackupManifest;
  if (manifest.format !== 1)
    throw new BackupError(`${folder} was written by a newer release; restore with that one`);
  return manifest;
}

/**
 * Passes bytes on and computes their SHA-256. `digest`, after the end, returns it as hexadecimal
 * text.
 */
function createDigestStream(): { stream: Transform; digest(): string } {
  const hash = createHash('sha256');
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, digest: () => hash.digest('hex') };
}
