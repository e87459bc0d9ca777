import type { Statement } from '@ecp/database/statement';

/** One array of the export; each feature states its own (ACC-2). */
export interface ExportPart<Row extends { id: string }> {
  /** Name of the array. */
  name: string;
  /** Reads a page of the tenant $1: `$3` rows after the id $2, in the order of ids. */
  page: Statement<Row>;
  /** Rows of a page: few where a row may be large, so that a page stays within a few megabytes. */
  pageRows: number;
  toRecord(row: Row): object;
}

/** A part among others, whose rows are others. */
export interface AnyExportPart extends Omit<ExportPart<{ id: string }>, 'toRecord'> {
  toRecord(row: never): object;
}
