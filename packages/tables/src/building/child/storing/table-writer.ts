import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import { quoteName, quoteText } from '../../../quote-sql.ts';
import type { TableColumn } from '../../../table-types.ts';
import { ColumnBuffer, chunkRows } from './column-buffer.ts';
import { type StoredColumn, sqlTypeOf, typeOf } from './stored-column.ts';

/** Writes the rows of one table. */
export interface TableWriter {
  /** The buffers of the columns; a cell that is not set is null. */
  buffers: readonly ColumnBuffer[];
  /** The row of the buffers that is being set. */
  readonly row: number;
  /** Ends the row. */
  endRow(): void;
  /** Empties the cells of the row, so that another one takes its place. */
  clearRow(): void;
  /**
   * Ends the table: Parquet, and a hash over columns and values.
   * @param onStored is called when the rows are stored, so that their source can be released before the Parquet is made
   */
  finish(onStored?: () => void): Promise<FinishedTable>;
}

/** A table that has been written. */
export interface FinishedTable {
  columns: TableColumn[];
  rowCount: number;
  sha256: string;
  parquet: Buffer;
}

/** The database that turns rows into Parquet. */
export interface TableStorage {
  openWriter(columns: readonly StoredColumn[]): Promise<TableWriter>;
  close(): void;
}

/** Memory of DuckDB; what exceeds it lies in the scratch folder. */
const memoryMb = 48;

/** Opens a database in the scratch folder. */
export async function openTableStorage(folder: string): Promise<TableStorage> {
  const path = join(folder, 'building.duckdb');
  for (const file of [path, `${path}.wal`]) rmSync(file, { force: true });
  const instance = await DuckDBInstance.create(path, {
    threads: '1',
    memory_limit: `${memoryMb}MB`,
    temp_directory: join(folder, 'spill'),
    autoload_known_extensions: 'false',
    autoinstall_known_extensions: 'false',
  });
  const connection = await instance.connect();
  return {
    openWriter: (columns) => openWriter(connection, columns, join(folder, 'building.parquet')),
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function openWriter(
  connection: DuckDBConnection,
  columns: readonly StoredColumn[],
  path: string,
): Promise<TableWriter> {
  const definitions = columns.map((column) => `${quoteName(column.name)} ${sqlTypeOf(column)}`);
  await connection.run(`create or replace table built (${definitions.join(', ')})`);
  const appender = await connection.createAppender('built');
  const types = columns.map((_, at) => appender.columnType(at));
  const chunk = duckdb.create_data_chunk(types.map((type) => type.toLogicalType().logical_type));
  const buffers = columns.map(({ storage }) => new ColumnBuffer(storage));
  const hash = createHash('sha256').update(
    JSON.stringify(columns.map(({ name, unit, storage, scale }) => [name, unit, storage, scale])),
  );
  let row = 0;
  let rowCount = 0;

  function flush(): void {
    if (row === 0) return;
    duckdb.data_chunk_reset(chunk);
    for (const [at, buffer] of buffers.entries()) buffer.flush(duckdb.data_chunk_get_vector(chunk, at), row, hash);
    duckdb.data_chunk_set_size(chunk, row);
    appender.appendDataChunk({ chunk } as Parameters<typeof appender.appendDataChunk>[0]);
    rowCount += row;
    row = 0;
  }

  return {
    buffers,
    get row() {
      return row;
    },
    endRow() {
      row += 1;
      if (row === chunkRows) flush();
    },
    clearRow() {
      for (const buffer of buffers) buffer.clear(row);
    },
    async finish(onStored) {
      flush();
      appender.closeSync();
      onStored?.();
      const shown = columns.map(({ name, unit, storage }) => ({ name, type: typeOf(storage), unit }));
      const metadata = JSON.stringify(shown);
      await connection.run(
        `copy built to ${quoteText(path)} (format parquet, compression zstd, row_group_size 30720, kv_metadata {columns: ${quoteText(metadata)}})`,
      );
      await connection.run('drop table built');
      const parquet = readFileSync(path);
      rmSync(path);
      return { columns: shown, rowCount, sha256: hash.digest('hex'), parquet };
    },
  };
}
