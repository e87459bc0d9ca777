/** One array of the export; each feature states its own (ACC-2). */
export interface ExportPart<Row = Record<string, unknown>> {
  /** Name of the array. */
  name: string;
  /** Reads a page of the tenant $1: `$3` rows after the id $2, in the order of ids. */
  page: string;
  /** Rows of a page: few where a row may be large, so that a page stays within a few megabytes. */
  pageRows: number;
  toRecord(row: Row): object;
}

/** Where a part is put together with others of other rows. */
export type AnyExportPart = ExportPart<never>;
