import type { Figure } from '@ecp/contract/values/figures';
import type { ExportPart } from '../../../kernel/database/export-part.ts';

/** Exports the figures of every version that has some recorded, beside the arrays of ACC-2. */
export const exportedFigures: ExportPart<{ id: string; figures: Figure[] }> = {
  name: 'figures',
  page: {
    text: `select deliverable_id as id, figures from platform.deliverable_figures
    where tenant_id = $1 and deliverable_id > $2 order by deliverable_id limit $3`,
  },
  pageRows: 20,
  toRecord: ({ id, figures }) => ({ deliverableId: id, figures }),
};
