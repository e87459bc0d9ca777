import type { Statement } from '@ecp/database/statement';
import type { QueryItemRow, QueryRow } from '../records/query-rows.ts';

/** A recorded query with the beginning of its result. */
export type CitedQueryRow = QueryItemRow &
  Pick<QueryRow, 'columns' | 'tables'> & {
    /** The first characters of the rows' JSON text. */
    first_rows: string;
  };

/** Characters of a result from which its first rows are printed. */
const firstCharacters = 8_000;

/**
 * Selects the recorded queries of an engagement with these ids, for papers that show how their figures were made
 * (contract 9). Results of megabytes are cut, because only their first rows are shown.
 */
export function selectCitedQueries(
  tenantId: string,
  engagementId: string,
  queryIds: string[],
): Statement<CitedQueryRow> {
  return {
    name: 'select_cited_queries',
    text: `select id, title, sql, row_count, truncated, result_hash, author_kind, author_id, author_name, created_at,
        columns, tables, left(rows, $4) as first_rows
      from platform.queries where tenant_id = $1 and engagement_id = $2 and id = any($3)`,
    values: [tenantId, engagementId, queryIds, firstCharacters],
  };
}
