import { ApiError } from '@ecp/contract/declaring/errors';
import type { Author } from '@ecp/contract/declaring/scalars';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import type { PortalView } from '@ecp/contract/reach/portal';
import type { InboxQuestion, ListAllQuestionsQuery, Question } from '@ecp/contract/work/questions';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { callerOf, recordAudit, type Speaker } from '../../../kernel/audit/record-audit.ts';
import { actorUserId, type RequestContext } from '../../../kernel/context.ts';
import { afterCursor, createdMicrosColumn, cutPage } from '../../../kernel/lists.ts';
import { scheduleStrangerMail } from '../../../kernel/mail/enqueue-mail.ts';
import { recordEvent } from '../../../kernel/outbox.ts';
import type { Services } from '../../../kernel/services.ts';
import {
  type EngagementState,
  lockEngagement,
  readOfEngagement,
} from '../../../material/engagements/engagement-rows.ts';
import {
  quoteClient,
  recordClientNotice,
  recordNoticeToMail,
} from '../../../material/notices/notices.ts';
import type { Concern, Recipient } from '../../../material/notices/recipients.ts';
import type { ReadingClient } from '../comments/client-comments.ts';
import {
  documentsColumn,
  type QuestionRow,
  type QuestionWithDocuments,
  questionColumns,
  selectQuestion,
  toClientQuestion,
  toQuestion,
  toQuestionFields,
} from './question-rows.ts';

/** Records the outbound event and the notice of an agent's question, which the engine has stored. */
export async function announceQuestion(
  tx: Transaction,
  services: Services,
  run: Concern & { tenantId: string; engagementName: string; runId: string },
  event: Extract<EngineEvent, { type: 'question' }>,
): Promise<void> {
  const { tenantId, engagementId, engagementName, runId } = run;
  const { questionId, taskId, question } = event;
  await recordEvent(tx, services, tenantId, 'question.asked', {
    engagementId,
    runId,
    questionId,
    taskId,
  });
  const recipient = await recordNoticeToMail(tx, services, tenantId, {
    kind: 'question_asked',
    data: { runId, questionId, question },
    engagementId,
    engagementName,
    cause: questionId,
    userId: run.userId,
    keyMaker: run.keyMaker ?? null,
  });
  if (recipient)
    await enqueueQuestionMail(tx, services, { tenantId, engagementId, questionId }, recipient);
}

/**
 * Enqueues the mail about a question with `tx`. The link is made when it is sent, so no queue holds
 * the secret.
 */
async function enqueueQuestionMail(
  tx: Transaction,
  services: Services,
  about: { tenantId: string; engagementId: string; questionId: string },
  { userId, stranger }: Recipient,
): Promise<void> {
  const { tenantId, engagementId, questionId } = about;
  const waitMs = stranger ? await scheduleStrangerMail(tx, tenantId) : 0;
  const input = { tenantId, engagementId, questionId, userId };
  await services.durable.enqueue(tx, 'sendQuestionMail', `${engagementId}:${questionId}`, input, {
    waitMs,
  });
}

interface AnswerInput {
  questionId: string;
  answer: string;
}

/**
 * Answers a question as the caller. Errors: those of recordAnswer, also `not_found` without the
 * engagement.
 */
export function answerQuestion(
  context: RequestContext,
  { engagementId, ...given }: AnswerInput & { engagementId: string },
): Promise<Question> {
  const { services, tenantId } = context;
  return context.commit(async (tx) => {
    const { questionId } = given;
    const engagement = await lockQuestion(tx, services, tenantId, { engagementId, questionId });
    return toQuestion(await recordAnswer(tx, services, engagement, given, callerOf(context)));
  });
}

/**
 * Locks the run of a question, then its engagement, as the engine does with an event. Error:
 * `not_found` without the engagement.
 */
export async function lockQuestion(
  tx: Transaction,
  { engine }: Pick<Services, 'engine'>,
  tenantId: string,
  { engagementId, questionId }: { engagementId: string; questionId: string },
): Promise<EngagementState> {
  const { rows } = await tx.query<{ run_id: string }>({
    name: 'select_run_of_question',
    text: 'select run_id from platform.questions where tenant_id = $1 and engagement_id = $2 and id = $3',
    values: [tenantId, engagementId, questionId],
  });
  for (const { run_id: runId } of rows) await engine.lockRun(tx, tenantId, runId);
  return lockEngagement(tx, tenantId, engagementId);
}

/**
 * Records the one answer to a question, with event, audit entry and notice, under the locks of
 * lockQuestion. The run that waits for it goes on. Errors: `not_found`, `question_answered`.
 */
export async function recordAnswer(
  tx: Transaction,
  services: Services,
  { tenant_id: tenantId, id: engagementId, name: engagementName }: EngagementState,
  { questionId, answer }: AnswerInput,
  { author, actor, metadata }: Speaker,
): Promise<QuestionWithDocuments> {
  const { rows } = await tx.query(selectQuestion(tenantId, engagementId, questionId));
  const [asked] = rows;
  if (!asked) throw new ApiError('not_found');
  if (asked.status === 'answered') throw new ApiError('question_answered');
  const answered = await saveAnswer(tx, services, tenantId, asked, { text: answer.trim(), author });
  const { run_id: runId, task_id: taskId } = answered;
  await recordEvent(tx, services, tenantId, 'question.answered', {
    engagementId,
    runId,
    questionId,
    taskId,
  });
  await recordAudit(tx, actor, {
    action: 'question.answer',
    resourceType: 'question',
    resourceId: questionId,
    metadata: { engagementId, runId, taskId, ...metadata },
  });
  if (author.kind === 'client') {
    const data = { questionId, ...quoteClient(author.name, answer) };
    const about = { engagementId, engagementName, cause: questionId };
    await recordClientNotice(tx, services, tenantId, { kind: 'client_answer', data, ...about });
  }
  return answered;
}

/** Stores the answer, and ends every mailed link to the question. */
async function saveAnswer(
  tx: Transaction,
  { engine }: Pick<Services, 'engine'>,
  tenantId: string,
  question: QuestionWithDocuments,
  answer: { text: string; author: Author },
): Promise<QuestionWithDocuments> {
  const { engagement_id: engagementId, id: questionId, run_id: runId } = question;
  const answeredAt = await engine.answerQuestion(tx, tenantId, { runId, questionId }, answer);
  if (!answeredAt) throw new ApiError('question_answered');
  await tx.query({
    name: 'use_answer_links',
    text: `update platform.answer_links set used_at = now()
      where tenant_id = $1 and engagement_id = $2 and question_id = $3 and used_at is null`,
    values: [tenantId, engagementId, questionId],
  });
  const { text, author } = answer;
  return {
    ...question,
    status: 'answered',
    answer: text,
    answerer_kind: author.kind,
    answerer_id: author.id,
    answerer_name: author.name,
    answered_at: answeredAt,
  };
}

/** Limits the questions of a list, the newest. Three questions a task make a few dozen a run. */
export const maxQuestions = 1_000;

/** Lists the newest questions of an engagement, newest first. Error: `not_found`. */
export async function listQuestions(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<{ questions: Question[] }> {
  const [rows] = await readOfEngagement(services.database, tenantId, engagementId, [
    selectQuestionsOf(tenantId, engagementId),
  ]);
  return { questions: rows.map(toQuestion) };
}

/** Lists the newest questions of an engagement for its client, newest first. */
export async function listClientQuestions(
  database: Database,
  tenantId: string,
  engagementId: string,
  client: Omit<ReadingClient, 'held'>,
): Promise<PortalView['questions']> {
  const [rows] = await database.batchTenant(tenantId, [selectQuestionsOf(tenantId, engagementId)]);
  return rows.map((row) => toClientQuestion(row, client));
}

function selectQuestionsOf(
  tenantId: string,
  engagementId: string,
): Statement<QuestionWithDocuments> {
  return {
    name: 'list_questions',
    text: `select ${questionColumns}, ${documentsColumn} from platform.questions q
      where tenant_id = $1 and engagement_id = $2 order by created_at desc, id desc limit ${maxQuestions}`,
    values: [tenantId, engagementId],
  };
}

const defaultPage = 50;

interface ListedQuestionRow extends QuestionWithDocuments {
  engagement_name: string;
  created_micros: string;
}

/**
 * Lists questions of all engagements, unanswered first, then newest. Error: `invalid_request` for a
 * bad cursor.
 */
export async function listAllQuestions(
  { services, tenantId, principal }: RequestContext,
  query: ListAllQuestionsQuery,
): Promise<{ questions: InboxQuestion[]; nextCursor: string | null }> {
  const limit = query.limit ?? defaultPage;
  const [found] = await services.database.batchTenant(tenantId, [
    selectPage(tenantId, query, { rows: limit + 1, readerId: actorUserId(principal) }),
  ]);
  const { rows, nextCursor: cursor } = cutPage(found, limit);
  const questions = rows.map((row) => ({
    ...toQuestion(row),
    engagementId: row.engagement_id,
    engagementName: row.engagement_name,
  }));
  const part = rows.at(-1)?.status === 'answered' ? 'answered' : 'open';
  return { questions, nextCursor: cursor && `${part}.${cursor}` };
}

/** Each set of conditions has its own prepared text. */
function selectPage(
  tenantId: string,
  { scope, status, cursor }: ListAllQuestionsQuery,
  { rows, readerId }: { rows: number; readerId: string | null },
): Statement<ListedQuestionRow> {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions: Record<string, string> = { tenant: `tenant_id = ${place(tenantId)}` };
  if (status !== undefined) conditions['status'] = `status = ${place(status)}`;
  if (scope === 'mine' && readerId !== null) {
    conditions['mine'] = `exists (
      select from platform.engagements own where own.tenant_id = questions.tenant_id and own.id = questions.engagement_id
        and (own.owner_id is null or own.owner_id = ${place(readerId)})
    )`;
  }
  const { part, rest } = splitCursor(cursor);
  // The unanswered questions come first, so all answered ones are after the cursor of one of them.
  if (part === 'open')
    conditions['after open'] = `(status = 'answered' or ${afterCursor(rest, place)})`;
  if (part === 'answered')
    conditions['after answered'] = `status = 'answered' and ${afterCursor(rest, place)}`;
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

/**
 * Reads which part of the list a cursor is in. Error: `invalid_request` when it is not from this
 * list.
 */
function splitCursor(cursor: string | undefined): {
  part: 'open' | 'answered' | null;
  rest: string;
} {
  if (cursor === undefined) return { part: null, rest: '' };
  const [part, rest = ''] = cursor.split('.', 2);
  if (part === 'open' || part === 'answered') return { part, rest };
  throw new ApiError('invalid_request', {
    details: [{ path: '/cursor', message: 'is not a cursor of this list' }],
  });
}

/** Limits the questions that a run is told. */
const maxRunQuestions = 200;

/**
 * Lists the newest questions, oldest first, for agents to cite as `Answer <id>`. The run's own are
 * left out, so that a repeated start sends the same; without `runId` none is.
 */
export async function listRunQuestions(
  tx: Transaction,
  tenantId: string,
  { engagementId, runId }: { engagementId: string; runId: string | null },
): Promise<NonNullable<StartRunRequest['questions']>> {
  const { rows } = await tx.query<QuestionRow>({
    name: 'list_run_questions',
    text: `select ${questionColumns} from (
        select * from platform.questions where tenant_id = $1 and engagement_id = $2 and run_id is distinct from $3
        order by created_at desc, id desc limit ${maxRunQuestions}
      ) newest order by created_at, id`,
    values: [tenantId, engagementId, runId],
  });
  return rows.map((row) => {
    const { id, question, assumption, answer, answeredBy, answeredAt } = toQuestionFields(row);
    const given = answer !== null && answeredBy !== null && answeredAt !== null;
    const told = given ? { text: answer, by: answeredBy, at: answeredAt } : null;
    return { id, taskId: row.task_id, question, assumption, answer: told };
  });
}

/** Throws `not_found` unless the tenant's engagement has the question. */
export async function requireQuestion(
  database: Database,
  tenantId: string,
  { id, questionId }: { id: string; questionId: string },
): Promise<void> {
  const [rows] = await database.batchTenant(tenantId, [selectQuestion(tenantId, id, questionId)]);
  if (rows.length === 0) throw new ApiError('not_found');
}
