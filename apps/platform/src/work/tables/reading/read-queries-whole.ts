import { ApiError } from '@ecp/contract/declaring/errors';
import type { Database } from '@ecp/database/database';
import type { EncodedJson } from '../../../kernel/encoded-json.ts';
import { encodeQuery, type QueryRow, queryColumns } from '../records/query-rows.ts';

/** Most bytes of all results together. */
const maxBytes = 100 * 1_048_576;

/**
 * Reads recorded queries of an engagement with their whole results, by id. Ids without a query are left out. Error:
 * `document_too_large` when the results have more than 100 MB together.
 */
export async function readQueriesWhole(
  database: Database,
  tenantId: string,
  engagementId: string,
  queryIds: string[],
): Promise<Map<string, EncodedJson>> {
  const values = [tenantId, engagementId, queryIds];
  const [[sum]] = await database.batchTenant<[{ bytes: number }]>(tenantId, [
    {
      name: 'sum_query_bytes',
      text: `select coalesce(sum(rows_bytes), 0)::bigint as bytes from platform.queries
        where tenant_id = $1 and engagement_id = $2 and id = any($3)`,
      values,
    },
  ]);
  if ((sum?.bytes ?? 0) > maxBytes) throw new ApiError('document_too_large');
  const [rows] = await database.batchTenant<[QueryRow]>(tenantId, [
    {
      name: 'read_queries_whole',
      text: `select ${queryColumns} from platform.queries
        where tenant_id = $1 and engagement_id = $2 and id = any($3) order by created_at, id`,
      values,
    },
  ]);
  return new Map(rows.map((row) => [row.id, encodeQuery(row)]));
}
