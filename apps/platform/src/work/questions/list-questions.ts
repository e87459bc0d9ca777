import { ApiError } from '@ecp/contract/declaring/errors';
import type { Question } from '@ecp/contract/work/questions';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';
import { selectEngagementExists } from '../engagements/engagement-rows.ts';
import {
  documentsColumn,
  type QuestionRow,
  type QuestionWithDocuments,
  questionColumns,
  toQuestion,
} from './question-rows.ts';

/** Bounds the response. Three questions a task make a few dozen a run. */
const maxQuestions = 1_000;

/** Lists the newest questions of an engagement, newest first (ASK-1). Error: `not_found`. */
export async function listQuestions(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<{ questions: Question[] }> {
  const [engagements, rows] = await services.database.batchTenant<[object, QuestionWithDocuments]>(tenantId, [
    selectEngagementExists(tenantId, engagementId),
    {
      name: 'list_questions',
      text: `select ${questionColumns}, ${documentsColumn} from platform.questions q
        where tenant_id = $1 and engagement_id = $2 order by created_at desc, id desc limit ${maxQuestions}`,
      values: [tenantId, engagementId],
    },
  ]);
  if (engagements.length === 0) throw new ApiError('not_found');
  return { questions: rows.map(toQuestion) };
}

/** Selects the newest questions of an engagement for its client, newest first. */
export function selectQuestionsOf(tenantId: string, engagementId: string): Statement<QuestionRow> {
  return {
    name: 'select_questions_of',
    text: `select ${questionColumns} from platform.questions
      where tenant_id = $1 and engagement_id = $2 order by created_at desc, id desc limit ${maxQuestions}`,
    values: [tenantId, engagementId],
  };
}
