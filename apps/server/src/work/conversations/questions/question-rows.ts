import type { AuthorKind } from '@ecp/contract/declaring/scalars';
import { displayNameOf } from '@ecp/contract/values/authors';
import type { Question, QuestionStatus } from '@ecp/contract/work/questions';
import type { Statement } from '@ecp/database/statement';
import { forClients } from '../../../kernel/context.ts';
import type { ExportPart } from '../../../kernel/export-part.ts';
import { couldReach, type ReadingClient } from '../comments/client-comments.ts';

export interface QuestionRow {
  id: string;
  engagement_id: string;
  run_id: string;
  task_id: string | null;
  agent_slug: string;
  question: string;
  assumption: string;
  impact: string;
  status: QuestionStatus;
  due_at: Date | null;
  answer: string | null;
  answerer_kind: AuthorKind | null;
  answerer_id: string | null;
  answerer_name: string | null;
  answered_at: Date | null;
  created_at: Date;
}

/** A row with the latest versions that rest on the assumption. */
export interface QuestionWithDocuments extends QuestionRow {
  documents: { filename: string; title: string; version: number }[];
}

/** The columns of QuestionRow but `id`. */
const columnsBesideId = `engagement_id, run_id, task_id, agent_slug, question, assumption, impact, status,
  due_at, answer, answerer_kind, answerer_id, answerer_name, answered_at, created_at`;

export const questionColumns = `id, ${columnsBesideId}`;

/**
 * The column of the latest versions that rest on the assumption of a question `q`, without internal
 * files.
 */
export const documentsColumn = `(
    select coalesce(json_agg(json_build_object('filename', d.filename, 'version', d.version,
        'title', platform.document_title(d.content, d.filename)) order by d.filename), '[]')
    from platform.deliverable_assumptions a
    join platform.deliverables d on d.tenant_id = a.tenant_id and d.id = a.deliverable_id
    where a.tenant_id = q.tenant_id and a.engagement_id = q.engagement_id and a.question_id = q.id
      and not starts_with(d.filename, '_') and not exists (
        select from platform.deliverables newer where newer.tenant_id = d.tenant_id
          and newer.engagement_id = d.engagement_id and newer.filename = d.filename and newer.version > d.version
      )
  ) as documents`;

export function selectQuestion(
  tenantId: string,
  engagementId: string,
  questionId: string,
): Statement<QuestionWithDocuments> {
  return {
    name: 'select_question',
    text: `select ${questionColumns}, ${documentsColumn} from platform.questions q
      where tenant_id = $1 and engagement_id = $2 and id = $3`,
    values: [tenantId, engagementId, questionId],
  };
}

type Fields = Omit<Question, 'runId' | 'taskId' | 'agent' | 'documents'>;

export function toQuestionFields(row: QuestionRow): Fields {
  const { answerer_kind: kind, answerer_id: id, answerer_name: name } = row;
  const answerAuthor = kind === null || name === null ? null : { kind, id, name };
  return {
    id: row.id,
    question: row.question,
    assumption: row.assumption,
    impact: row.impact,
    status: row.status,
    answer: row.answer,
    answeredBy: answerAuthor && displayNameOf(answerAuthor),
    answerAuthor,
    answeredAt: row.answered_at?.toISOString() ?? null,
    dueAt: row.due_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

export function toQuestion(row: QuestionWithDocuments): Question {
  return {
    ...toQuestionFields(row),
    runId: row.run_id,
    taskId: row.task_id,
    agent: row.agent_slug,
    documents: row.documents,
  };
}

/**
 * Turns a row into the form outside of the workspace, without the words of another client's answer
 * that it may not read; null stands for a person of the team.
 */
export function toClientQuestion(
  row: QuestionRow,
  client: Omit<ReadingClient, 'held'> | null,
): Fields {
  const fields = toQuestionFields(row);
  const { answerAuthor: author, answeredAt } = fields;
  if (client && author?.kind === 'client' && author.id !== client.shownId) {
    const isShown =
      client.seesOthers &&
      answeredAt !== null &&
      couldReach({ author, createdAt: answeredAt }, client);
    if (!isShown) return { ...fields, answer: null, answeredBy: null, answerAuthor: null };
  }
  return { ...fields, answerAuthor: author && forClients(author) };
}

/** A row with its place in the export; ids of questions are unique in their engagement only. */
interface ExportedRow extends QuestionWithDocuments {
  question_id: string;
}

export const exportedQuestions: ExportPart<ExportedRow> = {
  name: 'questions',
  page: {
    text: `select engagement_id || ' ' || id as id, id as question_id, ${columnsBesideId}, ${documentsColumn}
      from platform.questions q
      where tenant_id = $1 and engagement_id || ' ' || id > $2 order by engagement_id || ' ' || id limit $3`,
  },
  pageRows: 100,
  toRecord: ({ question_id: id, ...row }) => ({
    ...toQuestion({ ...row, id }),
    engagementId: row.engagement_id,
  }),
};
