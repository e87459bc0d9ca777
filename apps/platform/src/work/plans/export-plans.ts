import type { Plan } from '@ecp/contract/work/plans';
import type { ExportPart } from '../../kernel/export-part.ts';

/** Exports the last plan of each engagement (ACC-2), paged by the engagement's id, because each has one plan. */
export const exportedPlans: ExportPart<{ id: string; answer: Plan }> = {
  name: 'plans',
  page: {
    text: `select engagement_id as id, answer from platform.plans
      where tenant_id = $1 and engagement_id > $2 and answer is not null order by engagement_id limit $3`,
  },
  pageRows: 20,
  toRecord: ({ answer }) => answer,
};
