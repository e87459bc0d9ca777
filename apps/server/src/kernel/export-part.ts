import type { Statement } from '@ecp/database/statement';
import type { Services } from './services.ts';

/** One array of the account export. Each feature declares its own. */
export interface ExportPart<Row extends { id: string }, Whole = Row> {
  name: string;
  /** Reads a page of tenant $1: up to $3 rows after the id $2, in the order of ids. */
  page: Statement<Row>;
  /** Rows per page: few where a row may be large, so that a page stays within a few megabytes. */
  pageRows: number;
  /** Reads what a page's rows lack, and leaves out rows that are gone; absent if they have all. */
  complete?(services: Services, tenantId: string, rows: Row[]): Promise<Whole[]>;
  /** Returns the record, or its text as EncodedJson. */
  toRecord(row: Whole): object;
}

/** Selects a page of the rows of a table whose ids are unique in a tenant. */
export function pageOf<Row>(table: string, columns: string): Statement<Row> {
  return {
    text: `select ${columns} from ${table} where tenant_id = $1 and id > $2 order by id limit $3`,
  };
}

/** An export part with any type of row. */
export interface AnyExportPart extends Omit<ExportPart<{ id: string }>, 'complete' | 'toRecord'> {
  complete?(services: Services, tenantId: string, rows: never[]): Promise<unknown[]>;
  toRecord(row: never): object;
}
