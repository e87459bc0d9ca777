import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';

/** Reads the titles of recorded queries of an engagement by their ids; null for one without a title. */
export async function listQueryTitles(
  database: Database,
  tenantId: string,
  engagementId: string,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const [rows] = await database.batchTenant<[{ id: string; title: string | null }]>(tenantId, [
    {
      name: 'list_query_titles',
      text: `select id, title from platform.queries
        where tenant_id = $1 and engagement_id = $2 and id = any($3)`,
      values: [tenantId, engagementId, ids],
    },
  ]);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Selects whether a table that a recorded query has read is not in the engagement any more, because its file was deleted. */
export function selectLosesTables(
  tenantId: string,
  engagementId: string,
  queryId: string,
): Statement<{ loses_tables: boolean }> {
  return {
    name: 'select_loses_tables',
    text: `select exists (
        select from json_array_elements(q.tables) used where not exists (
          select from platform.data_tables t
          where t.tenant_id = q.tenant_id and t.engagement_id = q.engagement_id and t.name = used ->> 'name'
        )
      ) as loses_tables
      from platform.queries q where q.tenant_id = $1 and q.engagement_id = $2 and q.id = $3`,
    values: [tenantId, engagementId, queryId],
  };
}
