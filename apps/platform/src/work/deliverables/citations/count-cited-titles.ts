import type { Citation } from '@ecp/contract/values/citations';
import type { Statement } from '@ecp/database/statement';

/** The number of citations of a source, by its title, in the latest version of a document. */
export interface CitedTitleRow {
  title: string;
  filename: string;
  version: number;
  citations: number;
}

/** Counts the citations of sources by the latest versions of an engagement's documents, without internal files. */
export function countCitedTitles(
  tenantId: string,
  engagementId: string,
  kinds: readonly Citation['source']['kind'][],
): Statement<CitedTitleRow> {
  return {
    name: 'count_cited_titles',
    text: `select cited.entry->'source'->>'title' as title, d.filename, d.version, count(*)::integer as citations
      from (
        select distinct on (filename) id, filename, version from platform.deliverables
        where tenant_id = $1 and engagement_id = $2 and not starts_with(filename, '_') order by filename, version desc
      ) d
      join platform.deliverable_citations c on c.tenant_id = $1 and c.deliverable_id = d.id
      cross join lateral json_array_elements(c.citations) as cited(entry)
      where cited.entry->'source'->>'kind' = any($3)
      group by 1, d.filename, d.version order by d.filename`,
    values: [tenantId, engagementId, kinds],
  };
}
