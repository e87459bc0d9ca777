import { type ExportPart, pageOf } from '../../kernel/export-part.ts';
import { type AnsweringRow, storedColumns, toDeliverable } from './deliverable-rows.ts';
import { readTexts, type StoredVersion } from './old-texts/read-texts.ts';

/** Exports all versions of all deliverables, internal files included (ACC-2). */
export const exportedDeliverables: ExportPart<StoredVersion<AnsweringRow>, AnsweringRow> = {
  name: 'deliverables',
  page: pageOf('platform.deliverables', `${storedColumns}, note_answers, objections, conflicting_figures, sections`),
  pageRows: 20,
  complete: readTexts,
  toRecord: (row) => ({
    ...toDeliverable(row),
    noteAnswers: row.note_answers,
    objections: row.objections,
    sections: row.sections,
  }),
};
