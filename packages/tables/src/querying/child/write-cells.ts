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
const dayLength = 'YYYY-MM-DD'.length;

/** Creates a writer for the columns of a result. */
export function openCellWriter(columnTypes: readonly DuckDBType[]): CellWriter {
  const types = columnTypes.map(({ typeId }) => typeOf(typeId));
  /** Columns of points in time that are days so far: `date_trunc` of a day gives its midnight. */
  const days = new Set(columnTypes.keys().filter((at) => columnTypes[at]?.typeId === DuckDBTypeId.TIMESTAMP));
  const rows: ResultCell[][] = [];
  let sizeBytes = 0;
  return {
    write(chunk, maxRows) {
      for (const values of chunk.getRows()) {
        if (rows.length === maxRows) return true;
        for (const at of days) if (!isMidnight(values[at] ?? null)) days.delete(at);
        const row = values.map(writeCell);
        sizeBytes += Buffer.byteLength(JSON.stringify(row)) + 1;
        if (sizeBytes > queryLimits.resultBytes) {
          throw new QueryFailedError('result_too_large', `more than ${queryLimits.resultBytes} bytes`);
        }
        rows.push(row);
      }
      return false;
    },
    finish() {
      const lines = rows.map((row) => {
        const cells = row.map((cell, at) =>
          days.has(at) && typeof cell === 'string' ? cell.slice(0, dayLength) : cell,
        );
        return `${JSON.stringify(cells)}\n`;
      });
      return {
        types: types.map((type, at) => (days.has(at) ? 'date' : type)),
        lines: Buffer.from(lines.join('')),
      };
    },
  };
}

function isMidnight(value: DuckDBValue): boolean {
  return value === null || (value instanceof DuckDBTimestampValue && value.micros % microsecondsPerDay === 0n);
}

function typeOf(typeId: DuckDBTypeId): ColumnType {
  if (numberTypes.has(typeId)) return 'number';
  if (typeId === DuckDBTypeId.BOOLEAN) return 'boolean';
  return typeId === DuckDBTypeId.DATE ? 'date' : 'text';
}

/** Writes a value as a cell: numbers as JSON numbers where those hold them, dates as YYYY-MM-DD, all else as text. */
function writeCell(value: DuckDBValue): ResultCell {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : String(value);
  if (typeof value === 'bigint') return writeWhole(value);
  if (value instanceof DuckDBDecimalValue) return writeDecimal(value);
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
