import type { Statement } from '@ecp/database/statement';

/** One array of the account export. Each feature declares its own (ACC-2). */
export interface ExportPart<Row extends { id: string }> {
  /** Name of the array. */
  name: string;
  /** Reads a page of tenant $1: up to $3 rows after the id $2, in the order of ids. */
  page: Statement<Row>;
  /** Rows per page: few where a row may be large, so that a page stays within a few megabytes. */
  pageRows: number;
  /** Returns the record, or its text as EncodedJson. */
  toRecord(row: Row): object;
}

/** An export part with any type of row. */
export interface AnyExportPart extends Omit<ExportPart<{ id: string }>, 'toRecord'> {
  toRecord(row: never): object;
}
