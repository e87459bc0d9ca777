import type { JobBody } from '@ecp/sandbox/child-program';
import type { ColumnNaming } from './sql-names.ts';

/** The type of a column. A column of dates holds days, or points in time with their time of day. */
export type ColumnType = 'text' | 'number' | 'date' | 'boolean';

export interface TableColumn {
  name: string;
  type: ColumnType;
  /** The unit in the head or the cells, such as `EUR 000` or `%`. It never scales the values. */
  unit: string | null;
}

/**
 * A cell of a result. Dates are YYYY-MM-DD, or YYYY-MM-DD HH:MM:SS with their time; whole numbers
 * beyond 2^53 are text, because JSON cannot hold them.
 */
export type ResultCell = string | number | boolean | null;

/** A table that was read from a sheet or a delimited file. */
export interface BuiltTable {
  /** The sheet's name; null for delimited files. */
  sheet: string | null;
  /** True if the sheet is hidden in the workbook. */
  isHidden: boolean;
  /**
   * A name for SQL, unique among the tables of its file. Use `chooseTableName` for uniqueness among
   * several files.
   */
  name: string;
  columns: TableColumn[];
  rowCount: number;
  leftOut: LeftOut;
  remarks: TableRemark[];
  /**
   * SHA-256 in hex over columns and typed values, the same on any machine. The name of the table is
   * not part of it.
   */
  sha256: string;
  /** Parquet that DuckDB wrote. */
  parquet: Uint8Array;
}

/** Why a row is in no table. */
export type LeftOutReason =
  /** It sums up rows above it, so that sums would count twice. */
  | 'total'
  /** The head, once more. */
  | 'head'
  /** A title, a note or a source above, between or below the tables. */
  | 'note'
  /** A line that begins with a comment's sign. */
  | 'comment';

/** A row that is left out. */
export interface LeftOutRow {
  /** The line of the file or the row of the sheet, from 1. */
  row: number;
  reason: LeftOutReason;
}

/** The rows that a table leaves out: how many, and the first ones. */
export interface LeftOut {
  count: number;
  rows: LeftOutRow[];
}

/** What a reader of a column should know. */
export interface TableRemark {
  /** The column's name; null if it is about rows or the whole file. */
  column: string | null;
  kind:
    | 'mixed_column'
    | 'ambiguous_date'
    | 'two_digit_year'
    | 'thousands_or_decimals'
    | 'two_decimal_signs'
    | 'decimals_or_code'
    | 'exponent_or_code'
    | 'one_truth_value'
    | 'several_units'
    | 'unit_of_some_cells'
    | 'percent_and_numbers'
    | 'percent_in_two_scales'
    | 'flags_apart'
    | 'flag_or_unit'
    | 'time_zone'
    | 'time_zone_of_some'
    | 'several_time_zones'
    | 'filled_labels'
    | 'blank_labels'
    | 'outline_levels'
    | 'outline_sums'
    | 'lost_outline'
    | 'stacked_blocks'
    | 'error_cell'
    | 'uncomputed_formula'
    | 'total_kept'
    | 'likely_total'
    | 'uneven_rows'
    | 'doubtful_encoding'
    | 'lost_characters';
  /** A plain sentence with a value or row of the file. */
  text: string;
}

/**
 * Why a file has no tables: it cannot be opened, or building took too much. Null when it was read.
 */
export type BuildProblem =
  | 'encrypted'
  | 'damaged'
  | 'too_large'
  | 'timeout'
  | 'memory'
  | 'unsupported'
  | 'unknown_encoding';

/**
 * A sheet or file that is no table: it is empty, has none, has over 1,000 columns, or is too large.
 */
export interface Unread {
  sheet: string | null;
  reason: 'empty' | 'no_table' | 'too_large';
}

export interface BuiltTables {
  tables: BuiltTable[];
  unread: Unread[];
  problem: BuildProblem | null;
}

export interface QueryResult {
  columns: TableColumn[];
  /** Cells in the order of `columns`. */
  rows: ResultCell[][];
  /** How many rows there are in `rows`. */
  rowCount: number;
  /** True if the query has more rows than are returned. */
  truncated: boolean;
  /** The names of the tables that the query reads, in lower case. */
  tables: string[];
  /** How the statement names columns. */
  naming: ColumnNaming;
  /** SHA-256 in hex over the canonical JSON of columns and rows, the same on any machine. */
  resultHash: string;
}

/** A workbook or delimited file. */
export interface TableFile {
  tenantId: string;
  /** Its extension says how it is read, and its stem may name a table. */
  filename: string;
  bytes: JobBody;
  signal?: AbortSignal | undefined;
}

export interface QueryTable {
  /** The name that the statement uses. */
  name: string;
  /** The `sha256` that `buildTables` gave. */
  sha256: string;
  /** Reads the Parquet; called only if no child of the tenant holds the table. */
  load(): Promise<Uint8Array>;
}

export interface TableQuery {
  tenantId: string;
  /** All tables that the statement may name; there are no others for it. */
  tables: QueryTable[];
  sql: string;
  /**
   * How the statement names columns. Absent: by heads if it has quotes and fits them, else plainly.
   */
  naming?: ColumnNaming | undefined;
  /**
   * True if a person waits: beyond the tenant's budget the query is refused at once. The default is
   * true.
   */
  isAwaited?: boolean;
  /** Time for the query in milliseconds; the default is `queryLimits.timeMs`. */
  timeMs?: number;
  /** Limits the result; the default is that of `queryLimits`. */
  resultLimits?: ResultLimits;
  signal?: AbortSignal | undefined;
}

/** Limits the rows of a result, of which more are cut off, and its bytes. */
export interface ResultLimits {
  rows: number;
  resultBytes: number;
}

/** Why a statement is not executed. */
export type RefusalReason =
  | 'too_long'
  | 'not_utf8'
  | 'syntax'
  | 'not_one_statement'
  | 'not_select'
  | 'table'
  | 'function'
  | 'construct'
  | 'parameter';

/** Why an executed query has no result. */
export type FailureReason =
  | 'timeout'
  | 'memory'
  | 'result_too_large'
  | 'error'
  | 'table_unreadable';

/** A statement that is not one `select` over the given tables (`query_refused`). */
export class QueryRefusedError extends Error {
  override readonly name = 'QueryRefusedError';
  readonly reason: RefusalReason;
  /** The refused name, the refused kind of statement, or DuckDB's words on the syntax. */
  readonly detail: string;
  /**
   * Where the syntax breaks off: the number of characters before it. Null if it is about no place.
   */
  readonly position: number | null;

  constructor(reason: RefusalReason, detail: string, position: number | null = null) {
    super(`The query is refused (${reason}): ${detail}`);
    this.reason = reason;
    this.detail = detail;
    this.position = position;
  }
}

/** A query that was executed and failed (`query_failed`). */
export class QueryFailedError extends Error {
  override readonly name = 'QueryFailedError';
  readonly reason: FailureReason;
  /** DuckDB's words, or the limit that was exceeded. */
  readonly detail: string;

  constructor(reason: FailureReason, detail: string) {
    super(`The query failed (${reason}): ${detail}`);
    this.reason = reason;
    this.detail = detail;
  }
}

/**
 * Limits of a query: characters of its statement, rows and bytes of its result, its time and its
 * memory.
 */
export const queryLimits = {
  sqlLength: 20_000,
  rows: 1_000,
  resultBytes: 5 * 1024 * 1024,
  timeMs: 10_000,
  memoryMb: 256,
} as const;

/** Limits the results of statements that programs make. */
export const programResultLimits: ResultLimits = { rows: 200_000, resultBytes: 8 * 1024 * 1024 };
