import {
  type DuckDBDataChunk,
  DuckDBDecimalValue,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
} from '@duckdb/node-api';
import { QueryFailedError } from '../../query-errors.ts';
import type { ColumnType, ResultCell } from '../../table-types.ts';
import { queryLimits } from '../query-jobs.ts';

/** Writes chunks of a result as lines of JSON. */
export interface CellWriter {
  /** Writes the rows of a chunk; returns true if there are more than `maxRows` in all. Throws `result_too_large`. */
  write(chunk: DuckDBDataChunk, maxRows: number): boolean;
  finish(): { types: ColumnType[]; lines: Buffer };
}

const numberTypes = new Set([
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.DOUBLE,
  DuckDBTypeId.DECIMAL,
  DuckDBTypeId.BIGNUM,
]);
const microsecondsPerDay = 86_400_000_000n;

/** Creates a writer for the columns of a result. */
export function openCellWriter(columnTypes: readonly DuckDBType[]): CellWriter {
  const types = columnTypes.map(({ typeId }) => typeOf(typeId));
  const lines: string[] = [];
  let sizeBytes = 0;
  return {
    write(chunk, maxRows) {
      for (const values of chunk.getRows()) {
        if (lines.length === maxRows) return true;
        const line = JSON.stringify(values.map(writeCell));
        sizeBytes += Buffer.byteLength(line) + 1;
        if (sizeBytes > queryLimits.resultBytes) {
          throw new QueryFailedError('result_too_large', `more than ${queryLimits.resultBytes} bytes`);
        }
        lines.push(line);
      }
      return false;
    },
    finish: () => ({ types, lines: Buffer.from(lines.map((line) => `${line}\n`).join('')) }),
  };
}

function typeOf(typeId: DuckDBTypeId): ColumnType {
  if (numberTypes.has(typeId)) return 'number';
  if (typeId === DuckDBTypeId.BOOLEAN) return 'boolean';
  return typeId === DuckDBTypeId.DATE ? 'date' : 'text';
}

/** Writes a value as a cell: numbers as JSON numbers where those hold them, dates as YYYY-MM-DD, all else as text. */
export function writeCell(value: DuckDBValue): ResultCell {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : String(value);
  if (typeof value === 'bigint') return writeWhole(value);
  if (value instanceof DuckDBDecimalValue) return writeDecimal(value);
  if (value instanceof DuckDBTimestampValue && value.micros % microsecondsPerDay === 0n) {
    return value.toString().slice(0, -' 00:00:00'.length);
  }
  return value.toString();
}

function writeWhole(value: bigint): ResultCell {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** A whole number beyond 2^53 stays exact as text; a fraction is the nearest double. */
function writeDecimal({ value, scale }: DuckDBDecimalValue): ResultCell {
  const unit = 10n ** BigInt(scale);
  if (value % unit === 0n) return writeWhole(value / unit);
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  return Number(`${value < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`);
}
