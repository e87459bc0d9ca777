import type { ExportPart } from '../../kernel/database/export-part.ts';
import { type EngagementRow, engagementColumns, toEngagement } from './engagement-rows.ts';

/** Exports the engagements, including archived ones (ACC-2). */
export const exportedEngagements: ExportPart<EngagementRow> = {
  name: 'engagements',
  page: {
    text: `select ${engagementColumns} from platform.engagements
    where tenant_id = $1 and id > $2 order by id limit $3`,
  },
  pageRows: 20,
  toRecord: toEngagement,
};
