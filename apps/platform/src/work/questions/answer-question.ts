import { ApiError } from '@ecp/contract/declaring/errors';
import type { Author } from '@ecp/contract/values/authors';
import type { Question } from '@ecp/contract/work/questions';
import type { Transaction } from '@ecp/database/database';
import { type AuditActor, recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorAuthor, type RequestContext } from '../../kernel/context.ts';
import { recordEvent } from '../../kernel/outbox.ts';
import { lockEngagement } from '../engagements/engagement-rows.ts';
import { quoteClient, recordClientWord } from '../notices/record-client-word.ts';
import { type QuestionRow, type QuestionWithDocuments, selectQuestion, toQuestion } from './question-rows.ts';

interface AnswerInput {
  engagementId: string;
  questionId: string;
  answer: string;
}

/** The author of an answer: a user of the team, a client, or a program. */
export interface Answerer<Body> {
  author: Author;
  /** The actor in the audit log. */
  actor: RequestContext | AuditActor;
  metadata?: Record<string, unknown>;
  /** Throws when the answerer has lost the permission. Runs under the engagement's lock. */
  check?(tx: Transaction): Promise<void>;
  /** Makes the response of the answered question. */
  toBody(row: QuestionWithDocuments): Body;
}

/** Answers a question as the caller (ASK-4). Errors: those of answerAs. */
export function answerQuestion(context: RequestContext, input: AnswerInput): Promise<Question> {
  return answerAs(context, input, { author: actorAuthor(context.principal), actor: context, toBody: toQuestion });
}

/**
 * Takes the one answer to a question. The row, audit entry, event, response, notice of a client's answer and the work that gives the answer to the
 * engine are one transaction. Under the engagement's lock, of parallel answers one is taken. Errors: `not_found`,
 * `question_answered`, those of the answerer's check.
 */
export async function answerAs<Body>(
  { services, tenantId, commit }: Pick<RequestContext, 'services' | 'tenantId' | 'commit'>,
  { engagementId, questionId, answer }: AnswerInput,
  answerer: Answerer<Body>,
): Promise<Body> {
  return commit(async (tx) => {
    const engagement = await lockEngagement(tx, tenantId, engagementId);
    if (!engagement) throw new ApiError('not_found');
    await answerer.check?.(tx);
    const { rows } = await tx.query(selectQuestion(tenantId, engagementId, questionId));
    const [asked] = rows;
    if (!asked) throw new ApiError('not_found');
    if (asked.status === 'answered') throw new ApiError('question_answered');
    const answered = { ...asked, ...(await saveAnswer(tx, tenantId, asked, { answer, author: answerer.author })) };
    const { run_id: runId, task_id: taskId } = answered;
    await recordEvent(tx, services, tenantId, 'question.answered', { engagementId, runId, questionId, taskId });
    await recordAudit(tx, answerer.actor, {
      action: 'question.answer',
      resourceType: 'question',
      resourceId: questionId,
      metadata: { engagementId, runId, taskId, ...answerer.metadata },
    });
    const told = { tenantId, engagementId, questionId };
    await services.durable.enqueue(tx, 'tellEngineAnswer', `${engagementId}:${questionId}`, told);
    if (answerer.author.kind === 'client') {
      const data = { questionId, ...quoteClient(answerer.author.name, answer) };
      const about = { engagementId, engagementName: engagement.name, cause: questionId };
      await recordClientWord(tx, services, tenantId, { kind: 'client_answer', data, ...about });
    }
    return answerer.toBody(answered);
  });
}

type Answer = Pick<
  QuestionRow,
  'status' | 'answer' | 'answerer_kind' | 'answerer_id' | 'answerer_name' | 'answered_at'
>;

/** Writes the answer, with the database's time under the lock, and ends every mailed link to the question. */
async function saveAnswer(
  tx: Transaction,
  tenantId: string,
  { engagement_id: engagementId, id }: QuestionRow,
  { answer, author }: { answer: string; author: Author },
): Promise<Answer> {
  const { rows } = await tx.query<Answer>({
    name: 'answer_question',
    text: `update platform.questions set status = 'answered', answer = $4, answerer_kind = $5, answerer_id = $6,
        answerer_name = $7, answered_at = clock_timestamp()
      where tenant_id = $1 and engagement_id = $2 and id = $3
      returning status, answer, answerer_kind, answerer_id, answerer_name, answered_at`,
    values: [tenantId, engagementId, id, answer.trim(), author.kind, author.id, author.name],
  });
  const [saved] = rows;
  if (!saved) throw new Error('The update returned no row');
  await tx.query({
    name: 'use_answer_links',
    text: `update platform.answer_links set used_at = now()
      where tenant_id = $1 and engagement_id = $2 and question_id = $3 and used_at is null`,
    values: [tenantId, engagementId, id],
  });
  return saved;
}
