import { ApiError } from '@ecp/contract/declaring/errors';
import type { Cell, TableColumn } from '@ecp/contract/work/tables';
import { QueryFailedError } from '@ecp/tables/table-types';
import { selectPage } from './querying/page-statement.ts';
import { type QueryRequest, runOverTables } from './querying/run-over-tables.ts';
import type { StoredTable } from './records/table-rows.ts';

/** A table with what it takes to read its rows. */
export interface ReadableTable extends StoredTable {
  columns: TableColumn[];
  row_count: number;
}

/**
 * Reads rows of a stored table in the order of the file, from `offset`, which counts from 0. A page that would be larger
 * than a result may be has fewer rows than `limit`. Throws ObjectMissingError for a table that is no longer stored, and
 * `service_unavailable`.
 */
export async function readTableRows(
  services: Parameters<typeof runOverTables>[0],
  tenantId: string,
  table: ReadableTable,
  { offset, limit }: { offset: number; limit: number },
): Promise<Cell[][]> {
  const read = async (rows: number): Promise<Cell[][]> => {
    const sql = selectPage(table, { limit: rows, offset });
    const request: QueryRequest = { tables: [table], sql, isAwaited: true };
    return (await runOverTables(services, tenantId, request)).rows;
  };
  return readWithinLimit(read, limit);
}

/** Reads a page, and an eighth of it when it is too large. One row alone that is too large fails. */
async function readWithinLimit(read: (rows: number) => Promise<Cell[][]>, limit: number): Promise<Cell[][]> {
  try {
    return await read(limit);
  } catch (error) {
    if (!(error instanceof QueryFailedError)) throw error;
    if (error.reason !== 'result_too_large' || limit === 1) throw new ApiError('service_unavailable', { cause: error });
    return readWithinLimit(read, Math.ceil(limit / 8));
  }
}
