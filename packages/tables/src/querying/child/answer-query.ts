import {
  type DuckDBDataChunk,
  DuckDBDecimalValue,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
} from '@duckdb/node-api';
import { type JobAnswer, scratchFolder } from '@ecp/sandbox/serve-jobs';
import type { ColumnNaming } from '../../sql-names.ts';
import {
  type ColumnType,
  QueryFailedError,
  QueryRefusedError,
  type ResultCell,
  type ResultLimits,
} from '../../table-types.ts';
import type { AnsweredColumn, QueryHead, QueryJob } from '../run-query.ts';
import {
  type CheckedStatement,
  checkStatement,
  explainExecution,
  openTableStore,
  type TableDatabase,
} from './check-statement.ts';

const store = openTableStore(scratchFolder());

/** Answers a job: keeps the tables that came with it, checks the statement, and executes it. */
export async function answerQuery(
  { sql, naming, tables, timeMs, resultLimits }: QueryJob,
  body: Buffer,
): Promise<JobAnswer> {
  let at = 0;
  for (const { sha256, sizeBytes } of tables) {
    if (sizeBytes === null) continue;
    store.keep(sha256, body.subarray(at, at + sizeBytes));
    at += sizeBytes;
  }
  const missing = tables.filter(({ sha256 }) => !store.has(sha256)).map(({ sha256 }) => sha256);
  if (missing.length > 0) return { head: { kind: 'missing', sha256: missing } satisfies QueryHead };
  try {
    const { database, statement, used } = await openStatement(
      tables,
      { sql, maxRows: resultLimits.rows },
      naming,
    );
    const limits = { timeMs, resultLimits };
    const { columns, truncated, lines } = await executeQuery(database, statement, limits);
    const head: QueryHead = {
      kind: 'rows',
      columns,
      truncated,
      tables: [...statement.tables],
      naming: used,
    };
    return { head, body: lines };
  } catch (error) {
    return { head: explain(error) };
  }
}

/**
 * Checks a statement against the names that it uses. One with quotes may name columns by their
 * heads.
 */
async function openStatement(
  tables: QueryJob['tables'],
  { sql, maxRows }: { sql: string; maxRows: number },
  naming: ColumnNaming | null,
): Promise<{ database: TableDatabase; statement: CheckedStatement; used: ColumnNaming }> {
  const check = async (used: ColumnNaming) => {
    const database = await store.open(tables, used);
    return { database, statement: await checkStatement(database, sql, maxRows), used };
  };
  if (naming !== null || !sql.includes('"')) return check(naming ?? 'plain');
  try {
    return await check('heads');
  } catch (error) {
    if (!(error instanceof QueryFailedError)) throw error;
    return check('plain');
  }
}

function explain(error: unknown): QueryHead {
  if (error instanceof QueryRefusedError) {
    const { reason, detail, position } = error;
    return { kind: 'refused', reason, detail, position };
  }
  if (error instanceof QueryFailedError)
    return { kind: 'failed', reason: error.reason, detail: error.detail };
  throw error;
}

/** A result as lines of JSON, one for each row. */
export interface ExecutedQuery {
  columns: AnsweredColumn[];
  truncated: boolean;
  lines: Buffer;
}

/**
 * Executes a checked statement. Throws QueryFailedError `timeout`, `memory`, `result_too_large` or
 * `error`.
 */
async function executeQuery(
  { connection }: TableDatabase,
  { sql, names, units }: CheckedStatement,
  { timeMs, resultLimits }: Pick<QueryJob, 'timeMs' | 'resultLimits'>,
): Promise<ExecutedQuery> {
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    connection.interrupt();
  }, timeMs);
  try {
    const result = await connection.stream(sql);
    const writer = openCellWriter(result.columnTypes());
    let truncated = false;
    while (!truncated) {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) break;
      truncated = writer.write(chunk, resultLimits);
    }
    // An interrupted stream ends like one that has no more rows.
    if (isOver && !truncated) throw new QueryFailedError('timeout', `${timeMs} ms`);
    const { types, lines } = writer.finish();
    const columns = names.map((name, at) => {
      const { type, hasTimes } = types[at] ?? { type: 'text', hasTimes: false };
      return { name, type, unit: units[at] ?? null, hasTimes };
    });
    return { columns, truncated, lines };
  } catch (error) {
    throw isOver ? new QueryFailedError('timeout', `${timeMs} ms`) : explainExecution(error, sql);
  } finally {
    clearTimeout(timer);
  }
}

/** Writes chunks of a result as lines of JSON. */
interface CellWriter {
  /**
   * Writes the rows of a chunk; returns true if there are more in all than the limit. Throws
   * `result_too_large`.
   */
  write(chunk: DuckDBDataChunk, limits: ResultLimits): boolean;
  finish(): { types: { type: ColumnType; hasTimes: boolean }[]; lines: Buffer };
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
function openCellWriter(columnTypes: readonly DuckDBType[]): CellWriter {
  const types = columnTypes.map(({ typeId }) => typeOf(typeId));
  /** Columns of points in time that are days so far: `date_trunc` of a day gives its midnight. */
  const moments = new Set(
    columnTypes.keys().filter((at) => columnTypes[at]?.typeId === DuckDBTypeId.TIMESTAMP),
  );
  const days = new Set(moments);
  const rows: ResultCell[][] = [];
  let sizeBytes = 0;
  return {
    write(chunk, limits) {
      for (const values of chunk.getRows()) {
        if (rows.length === limits.rows) return true;
        for (const at of days) if (!isMidnight(values[at] ?? null)) days.delete(at);
        const row = values.map(writeCell);
        sizeBytes += Buffer.byteLength(JSON.stringify(row)) + 1;
        if (sizeBytes > limits.resultBytes) {
          throw new QueryFailedError('result_too_large', `more than ${limits.resultBytes} bytes`);
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
        types: types.map((type, at) => ({ type, hasTimes: moments.has(at) && !days.has(at) })),
        lines: Buffer.from(lines.join('')),
      };
    },
  };
}

function isMidnight(value: DuckDBValue): boolean {
  return (
    value === null ||
    (value instanceof DuckDBTimestampValue && value.micros % microsecondsPerDay === 0n)
  );
}

function typeOf(typeId: DuckDBTypeId): ColumnType {
  if (numberTypes.has(typeId)) return 'number';
  if (typeId === DuckDBTypeId.BOOLEAN) return 'boolean';
  return typeId === DuckDBTypeId.DATE || typeId === DuckDBTypeId.TIMESTAMP ? 'date' : 'text';
}

/**
 * Writes a value as a cell: numbers as JSON numbers where those hold them, dates as YYYY-MM-DD with
 * their time, all else as text.
 */
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
