import { ApiError } from '@ecp/contract/declaring/errors';
import type { PortalView } from '@ecp/contract/reach/portal';
import type { Question } from '@ecp/contract/work/questions';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';
import { selectEngagementExists } from '../engagements/engagement-rows.ts';
import {
  documentsColumn,
  type QuestionWithDocuments,
  questionColumns,
  type ReadingClient,
  toClientQuestion,
  toQuestion,
} from './question-rows.ts';

/** Most questions of a list, the newest. Three questions a task make a few dozen a run. */
export const maxQuestions = 1_000;

/** Lists the newest questions of an engagement, newest first (ASK-1). Error: `not_found`. */
export async function listQuestions(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<{ questions: Question[] }> {
  const [engagements, rows] = await services.database.batchTenant(tenantId, [
    selectEngagementExists(tenantId, engagementId),
    selectQuestionsOf(tenantId, engagementId),
  ]);
  if (engagements.length === 0) throw new ApiError('not_found');
  return { questions: rows.map(toQuestion) };
}

/** Lists the newest questions of an engagement for its client, newest first (ASK-6). */
export async function listClientQuestions(
  database: Database,
  tenantId: string,
  engagementId: string,
  client: ReadingClient,
): Promise<PortalView['questions']> {
  const [rows] = await database.batchTenant(tenantId, [selectQuestionsOf(tenantId, engagementId)]);
  return rows.map((row) => toClientQuestion(row, client));
}

function selectQuestionsOf(tenantId: string, engagementId: string): Statement<QuestionWithDocuments> {
  return {
    name: 'list_questions',
    text: `select ${questionColumns}, ${documentsColumn} from platform.questions q
      where tenant_id = $1 and engagement_id = $2 order by created_at desc, id desc limit ${maxQuestions}`,
    values: [tenantId, engagementId],
  };
}
