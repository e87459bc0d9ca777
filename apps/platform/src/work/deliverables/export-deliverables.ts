import type { ExportPart } from '../../kernel/database/export-part.ts';
import { type AnsweringRow, deliverableColumns, toDeliverable } from './deliverable-rows.ts';

/** Exports all versions of all deliverables, internal files included (ACC-2). */
export const exportedDeliverables: ExportPart<AnsweringRow> = {
  name: 'deliverables',
  page: {
    text: `select ${deliverableColumns}, note_answers, objections, conflicting_figures from platform.deliverables
    where tenant_id = $1 and id > $2 order by id limit $3`,
  },
  pageRows: 20,
  toRecord: (row) => ({ ...toDeliverable(row), noteAnswers: row.note_answers, objections: row.objections }),
};
