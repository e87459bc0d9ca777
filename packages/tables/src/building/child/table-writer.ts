import { createHash, type Hash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import { quoteName, quoteText } from '../../sql-names.ts';
import type { ColumnType, TableColumn } from '../../table-types.ts';

interface TableWriter {
  /** The buffers of the columns; a cell that is not set is null. */
  buffers: readonly ColumnBuffer[];
  /** The row of the buffers that is being set. */
  readonly row: number;
  endRow(): void;
  /** Empties the cells of the row, so that another one takes its place. */
  clearRow(): void;
  /**
   * Ends the table with Parquet and a hash over columns and values; `onStored` comes before the
   * Parquet is made.
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
    for (const [at, buffer] of buffers.entries())
      buffer.flush(duckdb.data_chunk_get_vector(chunk, at), row, hash);
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
      const shown = columns.map(({ name, unit, storage }) => ({
        name,
        type: typeOf(storage),
        unit,
      }));
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

/** Rows of a chunk: the size of DuckDB's vectors. */
const chunkRows = 2_048;

const widths: Record<Storage, number> = {
  text: 16,
  boolean: 1,
  date: 4,
  moment: 8,
  whole: 8,
  decimal: 8,
  wide: 16,
  double: 8,
};
/**
 * Texts up to this length lie in DuckDB's vector itself, behind their length (`duckdb_string_t`).
 */
const inlineBytes = 12;
const wordSize = 2 ** 32;
const microsecondsPerDay = 86_400_000_000n;
const encoder = new TextEncoder();

/**
 * Collects a chunk of one column in the form that DuckDB's vectors have, and hands it over at once.
 */
export class ColumnBuffer {
  readonly #data: ArrayBuffer;
  readonly #bytes: Uint8Array;
  readonly #int32: Int32Array;
  readonly #float64: Float64Array;
  readonly #int64: BigInt64Array;
  readonly #validity = new Uint8Array(chunkRows / 8);
  readonly #width: number;
  /** Texts that do not lie in the vector itself. */
  #long: { row: number; bytes: Uint8Array }[] = [];

  constructor(storage: Storage) {
    this.#width = widths[storage];
    this.#data = new ArrayBuffer(chunkRows * this.#width);
    this.#bytes = new Uint8Array(this.#data);
    this.#int32 = this.#width % 4 === 0 ? new Int32Array(this.#data) : new Int32Array(0);
    this.#float64 = this.#width === 8 ? new Float64Array(this.#data) : new Float64Array(0);
    this.#int64 = this.#width % 8 === 0 ? new BigInt64Array(this.#data) : new BigInt64Array(0);
  }

  #setValid(row: number): void {
    this.#validity[row >> 3] = (this.#validity[row >> 3] ?? 0) | (1 << (row & 7));
  }

  setBoolean(row: number, value: boolean): void {
    this.#setValid(row);
    this.#bytes[row] = value ? 1 : 0;
  }

  /** @param days since 1970-01-01 */
  setDate(row: number, days: number): void {
    this.#setValid(row);
    this.#int32[row] = days;
  }

  /**
   * @param days since 1970-01-01
   * @param microseconds since midnight; may lie outside of the day
   */
  setMoment(row: number, days: number, microseconds: number): void {
    this.#setValid(row);
    this.#int64[row] = BigInt(days) * microsecondsPerDay + BigInt(microseconds);
  }

  /** @param value a whole number within 2^53: of a decimal, its value without the decimal sign */
  setWhole(row: number, value: number): void {
    this.#setValid(row);
    // In two halves, because a BigInt for each value would take most of the time.
    const high = Math.floor(value / wordSize);
    this.#int32[row * 2] = value - high * wordSize;
    this.#int32[row * 2 + 1] = high;
  }

  setWide(row: number, value: bigint): void {
    this.#setValid(row);
    this.#int64[row * 2] = BigInt.asIntN(64, value);
    this.#int64[row * 2 + 1] = value >> 64n;
  }

  setDouble(row: number, value: number): void {
    this.#setValid(row);
    this.#float64[row] = value;
  }

  setText(row: number, text: string): void {
    this.setBytes(row, encoder.encode(text));
  }

  /** @param bytes valid UTF-8, which is not kept beyond the chunk */
  setBytes(row: number, bytes: Uint8Array): void {
    this.#setValid(row);
    const length = bytes.length;
    this.#int32[row * 4] = length;
    if (length > inlineBytes) this.#long.push({ row, bytes });
    else
      for (let at = 0, to = row * 16 + 4; at < length; at += 1, to += 1)
        this.#bytes[to] = bytes[at] ?? 0;
  }

  /** Makes a cell null again. */
  clear(row: number): void {
    this.#validity[row >> 3] = (this.#validity[row >> 3] ?? 0) & ~(1 << (row & 7));
    this.#bytes.fill(0, row * this.#width, (row + 1) * this.#width);
    if (this.#long.at(-1)?.row === row) this.#long.pop();
  }

  /** Moves the chunk into a vector and into the hash, and empties the buffer. */
  flush(vector: duckdb.Vector, rows: number, hash: Hash): void {
    duckdb.copy_data_to_vector(vector, 0, this.#data, 0, rows * this.#width);
    duckdb.vector_ensure_validity_writable(vector);
    duckdb.copy_data_to_vector_validity(vector, 0, this.#validity.buffer, 0, this.#validity.length);
    hash.update(this.#validity);
    hash.update(this.#bytes.subarray(0, rows * this.#width));
    for (const { row, bytes } of this.#long) {
      duckdb.vector_assign_string_element_len(vector, row, bytes);
      hash.update(bytes);
    }
    this.#long = [];
    this.#validity.fill(0);
    this.#bytes.fill(0);
  }
}

/**
 * How a column is stored: exact decimals up to 38 digits, so that sums do not depend on order, else
 * `double`.
 */
export type Storage =
  | 'text'
  | 'boolean'
  | 'date'
  | 'moment'
  | 'whole'
  | 'decimal'
  | 'wide'
  | 'double';

export interface StoredColumn {
  name: string;
  unit: string | null;
  storage: Storage;
  /** Digits after the decimal sign; 0 but for `decimal` and `wide`. */
  scale: number;
}

/** Returns the type that people see. */
function typeOf(storage: Storage): ColumnType {
  if (storage === 'text' || storage === 'boolean') return storage;
  return storage === 'date' || storage === 'moment' ? 'date' : 'number';
}

const sqlTypes = {
  text: 'varchar',
  boolean: 'boolean',
  date: 'date',
  moment: 'timestamp',
  whole: 'bigint',
  double: 'double',
} as const;

/** Returns DuckDB's name of a column's type. */
function sqlTypeOf({ storage, scale }: StoredColumn): string {
  if (storage === 'decimal') return `decimal(18, ${scale})`;
  if (storage === 'wide') return `decimal(38, ${scale})`;
  return sqlTypes[storage];
}
