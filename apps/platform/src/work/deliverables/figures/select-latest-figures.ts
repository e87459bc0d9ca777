import type { Figure } from '@ecp/contract/values/figures';
import type { Statement } from '@ecp/database/statement';

/** The figures of the latest version of a file. */
export interface LatestFiguresRow {
  id: string;
  filename: string;
  version: number;
  figures: Figure[];
}

/**
 * Selects the figures of the latest version of each file, in the order of the files' names. Files whose latest version
 * has none recorded are left out.
 */
export function selectLatestFigures(tenantId: string, engagementId: string): Statement<LatestFiguresRow> {
  return {
    name: 'select_latest_figures',
    text: `select d.id, d.filename, d.version, f.figures
      from (
        select distinct on (filename) id, filename, version from platform.deliverables
        where tenant_id = $1 and engagement_id = $2 and not starts_with(filename, '_') order by filename, version desc
      ) d
      join platform.deliverable_figures f on f.tenant_id = $1 and f.deliverable_id = d.id
      order by d.filename`,
    values: [tenantId, engagementId],
  };
}
