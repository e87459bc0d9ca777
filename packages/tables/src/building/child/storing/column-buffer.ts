import type { Hash } from 'node:crypto';
import duckdb from '@duckdb/node-bindings';
import type { Storage } from './stored-column.ts';

/** Rows of a chunk: the size of DuckDB's vectors. */
export const chunkRows = 2_048;

const widths: Record<Storage, number> = {
  text: 16,
  boolean: 1,
  date: 4,
  whole: 8,
  decimal: 8,
  wide: 16,
  double: 8,
};
/** Texts up to this length lie in DuckDB's vector itself, behind their length (`duckdb_string_t`). */
const inlineBytes = 12;
const wordSize = 2 ** 32;
const encoder = new TextEncoder();

/** Collects a chunk of one column in the form that DuckDB's vectors have, and hands it over at once. */
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
    else for (let at = 0, to = row * 16 + 4; at < length; at += 1, to += 1) this.#bytes[to] = bytes[at] ?? 0;
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
