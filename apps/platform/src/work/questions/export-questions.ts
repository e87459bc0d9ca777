import type { ExportPart } from '../../kernel/export-part.ts';
import { columnsBesideId, documentsColumn, type QuestionWithDocuments, toQuestion } from './question-rows.ts';

/** A row with its place in the export; ids of questions are unique in their engagement only. */
interface ExportedRow extends QuestionWithDocuments {
  question_id: string;
}

/** Exports every question with its answer and the documents that rest on its assumption (ASK-10). */
export const exportedQuestions: ExportPart<ExportedRow> = {
  name: 'questions',
  page: {
    text: `select engagement_id || ' ' || id as id, id as question_id, ${columnsBesideId}, ${documentsColumn}
      from platform.questions q
      where tenant_id = $1 and engagement_id || ' ' || id > $2 order by engagement_id || ' ' || id limit $3`,
  },
  pageRows: 100,
  toRecord: ({ question_id: id, ...row }) => ({ ...toQuestion({ ...row, id }), engagementId: row.engagement_id }),
};
