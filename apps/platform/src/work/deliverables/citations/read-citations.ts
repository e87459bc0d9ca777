import type { Citation } from '@ecp/contract/values/citations';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';

interface CitationsRow {
  deliverable_id: string;
  citations: Citation[];
}

/** Reads the citations of versions by their ids. A version whose citations were never checked is not in the map. */
export async function readCitations(
  database: Database,
  tenantId: string,
  deliverableIds: string[],
): Promise<Map<string, Citation[]>> {
  const [rows] = await database.batchTenant<[CitationsRow]>(tenantId, [selectCitations(tenantId, deliverableIds)]);
  return new Map(rows.map((row) => [row.deliverable_id, row.citations]));
}

/** Selects the citations of versions by their ids. */
export function selectCitations(tenantId: string, deliverableIds: string[]): Statement<CitationsRow> {
  return {
    name: 'read_citations',
    text: `select deliverable_id, citations from platform.deliverable_citations
      where tenant_id = $1 and deliverable_id = any($2)`,
    values: [tenantId, deliverableIds],
  };
}

/** Selects the citations of the latest version of each file that has some, without internal files. */
export function selectLatestCitations(tenantId: string, engagementId: string): Statement<CitationsRow> {
  return {
    name: 'select_latest_citations',
    text: `select c.deliverable_id, c.citations
      from (
        select distinct on (filename) id from platform.deliverables
        where tenant_id = $1 and engagement_id = $2 and not starts_with(filename, '_') order by filename, version desc
      ) d
      join platform.deliverable_citations c on c.tenant_id = $1 and c.deliverable_id = d.id`,
    values: [tenantId, engagementId],
  };
}
