import type { EngineQuery } from '@ecp/contract/engine/tool-access';
import type { TableColumn } from '@ecp/contract/work/tables';
import type { Transaction } from '@ecp/database/database';

interface RunQueryRow {
  id: string;
  title: string | null;
  sql: string;
  columns: TableColumn[];
  rows: string;
  truncated: boolean;
  result_hash: string;
}

/** Most queries of a run, most bytes of one, and of all together. */
const maxQueries = 400;
const maxBytesOfQuery = 50_000;
const maxBytes = 1_000_000;

/**
 * Lists the newest recorded queries of an engagement for a run, newest first (TAB-12). A large result is left out, so
 * that it does not take the room of all others.
 */
export async function listRunQueries(tx: Transaction, tenantId: string, engagementId: string): Promise<EngineQuery[]> {
  const { rows } = await tx.query<RunQueryRow>({
    name: 'list_run_queries',
    text: `select q.id, q.title, q.sql, q.columns, q.rows, q.truncated, q.result_hash from (
        select tenant_id, id, number, sum(bytes) over (order by number) as bytes_so_far from (
          select tenant_id, id, rows_bytes + octet_length(sql) + octet_length(columns::text) as bytes,
            row_number() over (order by created_at desc, id desc) as number
          from platform.queries
          where tenant_id = $1 and engagement_id = $2
            and rows_bytes + octet_length(sql) + octet_length(columns::text) <= $3
        ) fitting
      ) chosen
      join platform.queries q on q.tenant_id = chosen.tenant_id and q.id = chosen.id
      where q.tenant_id = $1 and number <= $4 and bytes_so_far <= $5 order by number`,
    values: [tenantId, engagementId, maxBytesOfQuery, maxQueries, maxBytes],
  });
  return rows.map(({ result_hash: resultHash, rows: text, ...query }) => ({
    ...query,
    rows: JSON.parse(text) as EngineQuery['rows'],
    resultHash,
  }));
}
