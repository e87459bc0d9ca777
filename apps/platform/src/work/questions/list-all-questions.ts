import { ApiError } from '@ecp/contract/declaring/errors';
import type { InboxQuestion, ListAllQuestionsQuery } from '@ecp/contract/work/questions';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';
import { afterCursor, createdMicrosColumn, nextCursorOf } from '../../kernel/lists.ts';
import { documentsColumn, type QuestionWithDocuments, questionColumns, toQuestion } from './question-rows.ts';

/** Default length of a page. */
const defaultPage = 50;

interface Row extends QuestionWithDocuments {
  engagement_name: string;
  created_micros: string;
}

/**
 * Lists the questions of all engagements: unanswered ones first, each part newest first (ASK-5). Error:
 * `invalid_request` for a malformed cursor.
 */
export async function listAllQuestions(
  { services, tenantId }: RequestContext,
  query: ListAllQuestionsQuery,
): Promise<{ questions: InboxQuestion[]; nextCursor: string | null }> {
  const limit = query.limit ?? defaultPage;
  const [found] = await services.database.batchTenant(tenantId, [selectPage(tenantId, query, limit + 1)]);
  const rows = found.slice(0, limit);
  const questions = rows.map((row) => ({
    ...toQuestion(row),
    engagementId: row.engagement_id,
    engagementName: row.engagement_name,
  }));
  const cursor = nextCursorOf(rows, found.length > limit);
  const part = rows.at(-1)?.status === 'answered' ? 'answered' : 'open';
  return { questions, nextCursor: cursor && `${part}.${cursor}` };
}

/** Makes the statement of a page. Each set of conditions has its own prepared text. */
function selectPage(tenantId: string, { status, cursor }: ListAllQuestionsQuery, rows: number): Statement<Row> {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions: Record<string, string> = { tenant: `tenant_id = ${place(tenantId)}` };
  if (status !== undefined) conditions['status'] = `status = ${place(status)}`;
  const { part, rest } = splitCursor(cursor);
  // The unanswered questions come first, so all answered ones are after the cursor of one of them.
  if (part === 'open') conditions['after open'] = `(status = 'answered' or ${afterCursor(rest, place)})`;
  if (part === 'answered') conditions['after answered'] = `status = 'answered' and ${afterCursor(rest, place)}`;
  return {
    name: `list_all_questions ${Object.keys(conditions).join(' ')}`,
    text: `select ${questionColumns}, ${documentsColumn}, e.name as engagement_name,
        q.created_micros
      from (
        select *, ${createdMicrosColumn} from platform.questions where ${Object.values(conditions).join(' and ')}
        order by (status = 'answered'), created_at desc, id desc limit ${place(rows)}
      ) q
      cross join lateral (
        select name from platform.engagements where tenant_id = q.tenant_id and id = q.engagement_id
      ) e
      order by (status = 'answered'), created_at desc, id desc`,
    values,
  };
}

/** Reads which part of the list a cursor is in. Error: `invalid_request` when it is not from this list. */
function splitCursor(cursor: string | undefined): { part: 'open' | 'answered' | null; rest: string } {
  if (cursor === undefined) return { part: null, rest: '' };
  const [part, rest = ''] = cursor.split('.', 2);
  if (part === 'open' || part === 'answered') return { part, rest };
  throw new ApiError('invalid_request', { details: [{ path: '/cursor', message: 'is not a cursor of this list' }] });
}
