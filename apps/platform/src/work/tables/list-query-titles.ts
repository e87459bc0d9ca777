import type { Database } from '@ecp/database/database';

/** Reads the titles of an engagement's queries by their ids. Queries without a title are left out. */
export async function listQueryTitles(
  database: Database,
  tenantId: string,
  engagementId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const [rows] = await database.batchTenant<[{ id: string; title: string }]>(tenantId, [
    {
      name: 'list_query_titles',
      text: `select id, title from platform.queries
        where tenant_id = $1 and engagement_id = $2 and id = any($3) and title is not null`,
      values: [tenantId, engagementId, ids],
    },
  ]);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
