import { type ExportPart, pageOf } from '../../kernel/export-part.ts';
import { type EngagementRow, engagementColumns, toEngagement } from './engagement-rows.ts';

/** Exports the engagements, including archived ones (ACC-2). */
export const exportedEngagements: ExportPart<EngagementRow> = {
  name: 'engagements',
  page: pageOf('platform.engagements', engagementColumns),
  pageRows: 20,
  toRecord: toEngagement,
};
