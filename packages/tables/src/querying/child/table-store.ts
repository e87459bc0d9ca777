import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { quoteName, quoteText } from '../../quote-sql.ts';
import { queryLimits } from '../query-jobs.ts';

/** A column as the file of its table tells it. */
export interface StoredColumn {
  name: string;
  unit: string | null;
}

/** A database with some tables and nothing else. */
export interface TableDatabase {
  connection: DuckDBConnection;
  /** The columns of each table, by the table's name in lower case. */
  columns: ReadonlyMap<string, readonly StoredColumn[]>;
}

/** The tables that a child keeps, by hash, and the database of its last query. */
export interface TableStore {
  has(sha256: string): boolean;
  /** Keeps the Parquet of a table. */
  keep(sha256: string, parquet: Buffer): void;
  /** Opens a database with these tables alone. The one before is closed. */
  open(tables: readonly { name: string; sha256: string }[]): Promise<TableDatabase>;
}

/** Opens the store in a folder that is for this process alone. */
export function openTableStore(folder: string): TableStore {
  let current: { key: string; instance: DuckDBInstance; database: TableDatabase } | null = null;
  const pathOf = (sha256: string) => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('A table has no hash');
    return join(folder, `${sha256}.parquet`);
  };
  return {
    has: (sha256) => existsSync(pathOf(sha256)),
    // Nobody may write it again, the queries of this process included.
    keep(sha256, parquet) {
      if (!existsSync(pathOf(sha256))) writeFileSync(pathOf(sha256), parquet, { mode: 0o444 });
    },
    async open(tables) {
      const key = JSON.stringify(tables.map(({ name, sha256 }) => [name, sha256]));
      if (current?.key === key) return current.database;
      current?.database.connection.closeSync();
      current?.instance.closeSync();
      current = null;
      const instance = await DuckDBInstance.create(':memory:', settings);
      const connection = await instance.connect();
      const columns = new Map<string, StoredColumn[]>();
      for (const { name, sha256 } of tables) {
        columns.set(name.toLowerCase(), await addTable(connection, name, pathOf(sha256)));
      }
      const paths = tables.map(({ sha256 }) => quoteText(pathOf(sha256))).join(', ');
      if (tables.length > 0) await connection.run(`set allowed_paths = [${paths}]`);
      await connection.run("set TimeZone = 'UTC'");
      await connection.run('set enable_external_access = false');
      await connection.run('set lock_configuration = true');
      const database = { connection, columns };
      current = { key, instance, database };
      return database;
    },
  };
}

/** One thread, so that sums of doubles and rows without an order are the same each time. */
const settings = {
  threads: '1',
  memory_limit: `${queryLimits.memoryMb}MB`,
  autoload_known_extensions: 'false',
  autoinstall_known_extensions: 'false',
  allow_community_extensions: 'false',
  preserve_insertion_order: 'true',
  temp_directory: '',
};

async function addTable(connection: DuckDBConnection, name: string, path: string): Promise<StoredColumn[]> {
  const file = quoteText(path);
  await connection.run(`create view ${quoteName(name)} as select * from read_parquet(${file})`);
  const found = await connection.runAndReadAll(
    `select decode(value) from parquet_kv_metadata(${file}) where decode(key) = 'columns'`,
  );
  const text = found.getRows()[0]?.[0];
  return typeof text === 'string' ? (JSON.parse(text) as StoredColumn[]) : [];
}
