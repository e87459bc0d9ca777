import type { Citation } from '@ecp/contract/values/citations';
import type { Database } from '@ecp/database/database';

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
  const [rows] = await database.batchTenant<[CitationsRow]>(tenantId, [
    {
      name: 'read_citations',
      text: `select deliverable_id, citations from platform.deliverable_citations
        where tenant_id = $1 and deliverable_id = any($2)`,
      values: [tenantId, deliverableIds],
    },
  ]);
  return new Map(rows.map((row) => [row.deliverable_id, row.citations]));
}
