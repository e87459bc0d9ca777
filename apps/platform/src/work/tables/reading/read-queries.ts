import type { TableColumn } from '@ecp/contract/work/tables';
import type { Database } from '@ecp/database/database';

/** A recorded query without its result. */
export interface QueryHead {
  id: string;
  title: string | null;
  sql: string;
  resultHash: string;
}

interface HeadRow {
  id: string;
  title: string | null;
  sql: string;
  result_hash: string;
}

/** The result of a recorded query. */
export interface StoredResult {
  columns: TableColumn[];
  /** JSON text. */
  rows: string;
}

interface ResultRow extends StoredResult {
  id: string;
}

/** Most bytes of rows that one call reads, in UTF-8. */
const maxRowsBytes = 32 * 1024 * 1024;

/** Reads recorded queries of an engagement without their results, by id. Those of other engagements are missing. */
export async function readQueryHeads(
  database: Database,
  tenantId: string,
  engagementId: string,
  ids: readonly string[],
): Promise<Map<string, QueryHead>> {
  if (ids.length === 0) return new Map();
  const [rows] = await database.batchTenant<[HeadRow]>(tenantId, [
    {
      name: 'read_query_heads',
      text: `select id, title, sql, result_hash from platform.queries
        where tenant_id = $1 and engagement_id = $2 and id = any($3)`,
      values: [tenantId, engagementId, ids],
    },
  ]);
  return new Map(rows.map(({ result_hash: resultHash, ...row }) => [row.id, { ...row, resultHash }]));
}

/** Reads results of recorded queries of an engagement, by id, as many as fit into 32 MB together. */
export async function readQueryResults(
  database: Database,
  tenantId: string,
  engagementId: string,
  ids: readonly string[],
): Promise<Map<string, StoredResult>> {
  if (ids.length === 0) return new Map();
  const [rows] = await database.batchTenant<[ResultRow]>(tenantId, [
    {
      name: 'read_query_results',
      text: `select q.id, q.columns, q.rows from platform.queries q
        join (select id, sum(rows_bytes) over (order by rows_bytes, id) as bytes_through from platform.queries
          where tenant_id = $1 and engagement_id = $2 and id = any($3)) sized on sized.id = q.id
        where q.tenant_id = $1 and q.engagement_id = $2 and sized.bytes_through <= $4`,
      values: [tenantId, engagementId, ids, maxRowsBytes],
    },
  ]);
  return new Map(rows.map(({ id, columns, rows: text }) => [id, { columns, rows: text }]));
}
