import type { JobBody } from '@ecp/sandbox/jobs/child-job';

/** The type of a column. Dates are days without a time; a column with times of day is text in ISO form. */
export type ColumnType = 'text' | 'number' | 'date' | 'boolean';

/** A column of a table or of a result. */
export interface TableColumn {
  name: string;
  type: ColumnType;
  /** The unit in the head or the cells, such as `EUR 000` or `%`. It never scales the values. */
  unit: string | null;
}

/** A cell of a result. Dates are YYYY-MM-DD; whole numbers beyond 2^53 are text, because JSON cannot hold them. */
export type ResultCell = string | number | boolean | null;

/** A table that was read from a sheet or a delimited file. */
export interface BuiltTable {
  /** The sheet's name; null for delimited files. */
  sheet: string | null;
  /** True if the sheet is hidden in the workbook. */
  isHidden: boolean;
  /** A name for SQL, unique among the tables of its file. Use `chooseTableName` for uniqueness among several files. */
  name: string;
  columns: TableColumn[];
  rowCount: number;
  /** SHA-256 in hex over columns and typed values, the same on any machine. The name of the table is not part of it. */
  sha256: string;
  /** Parquet that DuckDB wrote. */
  parquet: Uint8Array;
}

/** Why rows of a file are in no table, or why a column is not what it looks like. */
export type LeftOutReason =
  /** A row of totals or subtotals, so that sums do not count twice. */
  | 'total'
  /** A title, a note or a source above, between or below the tables. */
  | 'note'
  /** A sheet without any table. */
  | 'no_table'
  /** A table with more than 1,000 columns, or beyond the size of all tables. */
  | 'too_large'
  /** No rows: a column that is text because some of its cells are no numbers. */
  | 'mixed_column'
  /** No rows: a column that is text because its days may be written with the day or the month first. */
  | 'ambiguous_date'
  /** Cells whose formula failed, which are null. */
  | 'error_cell';

/** A part of a file that is in no table, as a fact. */
export interface LeftOut {
  reason: LeftOutReason;
  sheet: string | null;
  /** The table's name; null where there is none. */
  table: string | null;
  column: string | null;
  /** Numbers of the rows in sheet or file, counted from 1; the first 100. */
  rows: number[];
  /** How many there are in all. */
  count: number;
  /** The text of the first one, at most 200 characters. */
  example: string;
}

/** Why a file has no tables: it cannot be opened, or building took too much. Null when it was read. */
export type BuildProblem = 'encrypted' | 'damaged' | 'too_large' | 'timeout' | 'memory' | 'unsupported';

/** The tables of a file. */
export interface BuiltTables {
  tables: BuiltTable[];
  leftOut: LeftOut[];
  problem: BuildProblem | null;
}

/** The result of a query. */
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

/** A table that a query may use. */
export interface QueryTable {
  /** The name that the statement uses. */
  name: string;
  /** The `sha256` that `buildTables` gave. */
  sha256: string;
  /** Reads the Parquet; called only if no child of the tenant holds the table. */
  load(): Promise<Uint8Array>;
}

/** A statement over tables. */
export interface TableQuery {
  tenantId: string;
  /** All tables that the statement may name; there are no others for it. */
  tables: QueryTable[];
  sql: string;
  /** True if a person waits: beyond the tenant's budget the query is refused at once. The default is true. */
  isAwaited?: boolean;
  signal?: AbortSignal | undefined;
}
