import type { Citation } from '@ecp/contract/values/citations';
import type { ExportPart } from '../../../kernel/export-part.ts';

/** Exports the checked citations of every version that has some, beside the arrays of ACC-2. */
export const exportedCitations: ExportPart<{ id: string; citations: Citation[] }> = {
  name: 'citations',
  page: {
    text: `select deliverable_id as id, citations from platform.deliverable_citations
    where tenant_id = $1 and deliverable_id > $2 order by deliverable_id limit $3`,
  },
  pageRows: 20,
  toRecord: ({ id, citations }) => ({ deliverableId: id, citations }),
};
