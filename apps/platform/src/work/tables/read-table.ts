import { ApiError } from '@ecp/contract/declaring/errors';
import type { RequestContext } from '../../kernel/context.ts';
import { EncodedJson, encodeArray } from '../../kernel/encoded-json.ts';
import { missingAsNotFound } from '../../kernel/storage/object-storage.ts';
import { type ReadableTable, readTableRows } from './read-table-rows.ts';

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
  const rows = await readTableRows(services, tenantId, table, { offset, limit }).catch(missingAsNotFound);
  const head = JSON.stringify({ columns: table.columns });
  const tail = JSON.stringify({ offset, rowCount: table.row_count });
  return new EncodedJson(`${head.slice(0, -1)},"rows":${await encodeArray(rows)},${tail.slice(1)}`);
}
