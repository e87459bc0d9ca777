import type { ExportPart } from '../../../kernel/export-part.ts';
import { type ClientDecisionRow, toClientDecision } from './client-decision-rows.ts';

/** Exports what clients decided about versions (REL-14). */
export const exportedClientDecisions: ExportPart<ClientDecisionRow & { id: string; deliverable_id: string }> = {
  name: 'clientDecisions',
  page: {
    text: `select c.id, c.deliverable_id, d.filename, d.version, c.action, c.notes, c.token_id, c.author_name,
        c.created_at
      from platform.client_decisions c
      join platform.deliverables d on d.tenant_id = c.tenant_id and d.id = c.deliverable_id
      where c.tenant_id = $1 and c.id > $2 order by c.id limit $3`,
  },
  pageRows: 200,
  toRecord: (row) => ({
    id: row.id,
    deliverableId: row.deliverable_id,
    filename: row.filename,
    ...toClientDecision(row),
  }),
};
