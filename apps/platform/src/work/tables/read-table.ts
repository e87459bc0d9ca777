import { ApiError } from '@ecp/contract/declaring/errors';
import type { TableColumn } from '@ecp/contract/work/tables';
import { QueryFailedError } from '@ecp/tables/query-errors';
import type { QueryResult } from '@ecp/tables/table-types';
import type { RequestContext } from '../../kernel/context.ts';
import { encodeArray } from '../../kernel/encode-array.ts';
import { EncodedJson } from '../../kernel/encoded-json.ts';
import { ObjectMissingError } from '../../kernel/storage/object-storage.ts';
import { selectPage } from './querying/page-statement.ts';
import { runOverTables } from './querying/run-over-tables.ts';
import type { StoredTable } from './records/table-rows.ts';

interface ReadableTable extends StoredTable {
  columns: TableColumn[];
  row_count: number;
}

/**
 * Reads rows of a table in the order of the file, from `offset`, which counts from 0 (TAB-4). A page that would be
 * larger than a result may be has fewer rows than `limit`. Errors: `not_found`, `service_unavailable`.
 */
export async function readTable(
  { services, tenantId }: RequestContext,
  { engagementId, tableId, offset, limit }: { engagementId: string; tableId: string; offset: number; limit: number },
): Promise<EncodedJson> {
  const [[table]] = await services.database.batchTenant<[ReadableTable]>(tenantId, [
    {
      name: 'select_readable_table',
      text: `select id, name, sha256, storage_key, columns, row_count from platform.data_tables
        where tenant_id = $1 and engagement_id = $2 and id = $3`,
      values: [tenantId, engagementId, tableId],
    },
  ]);
  if (!table) throw new ApiError('not_found');
  const read = (rows: number) => {
    const sql = selectPage(table, { limit: rows, offset });
    return runOverTables(services, tenantId, { tables: [table], sql, isAwaited: true });
  };
  const { rows } = await readWithinLimit(read, limit);
  const head = JSON.stringify({ columns: table.columns });
  const tail = JSON.stringify({ offset, rowCount: table.row_count });
  return new EncodedJson(`${head.slice(0, -1)},"rows":${await encodeArray(rows)},${tail.slice(1)}`);
}

/** Reads a page, and an eighth of it when it is too large. One row alone that is too large fails. */
async function readWithinLimit(read: (rows: number) => Promise<QueryResult>, limit: number): Promise<QueryResult> {
  try {
    return await read(limit);
  } catch (error) {
    if (error instanceof ObjectMissingError) throw new ApiError('not_found', { cause: error });
    if (!(error instanceof QueryFailedError)) throw error;
    if (error.reason !== 'result_too_large' || limit === 1) throw new ApiError('service_unavailable', { cause: error });
    return readWithinLimit(read, Math.ceil(limit / 8));
  }
}
