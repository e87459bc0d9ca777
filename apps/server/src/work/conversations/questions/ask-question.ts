import { ApiError } from '@ecp/contract/declaring/errors';
import type { AskQuestionBody, Question } from '@ecp/contract/work/questions';
import { createId } from '@ecp/database/create-id';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../../kernel/context.ts';
import { recordEvent } from '../../../kernel/outbox.ts';
import { firstRow } from '../../../kernel/sql.ts';
import { lockEngagement } from '../../../material/engagements/engagement-rows.ts';
import { selectQuestion, toQuestion } from './question-rows.ts';

/** Leads the engagement, and asks what a document leaves open. */
const asker = 'engagement-director';

/**
 * Asks people, and clients whose links permit answers, what a document leaves open. Its latest
 * version rests on the question, so that an answer makes it stale. The same words again give the
 * same question. Error: `not_found`.
 */
export function askQuestion(
  context: RequestContext,
  engagementId: string,
  { filename, question }: AskQuestionBody,
): Promise<Question> {
  const { services, tenantId } = context;
  return context.commit(async (tx) => {
    await lockEngagement(tx, tenantId, engagementId);
    const { rows } = await tx.query<{ id: string; run_id: string | null; task_id: string | null }>({
      name: 'select_asking_document',
      text: `select d.id, d.task_id, coalesce(d.run_id, (
          select run_id from platform.deliverables
          where tenant_id = $1 and engagement_id = $2 and run_id is not null order by created_at desc limit 1
        )) as run_id
        from platform.deliverables d
        where d.tenant_id = $1 and d.engagement_id = $2 and d.filename = $3 order by d.version desc limit 1`,
      values: [tenantId, engagementId, filename],
    });
    const [document] = rows;
    if (!document?.run_id) throw new ApiError('not_found');
    const { id: deliverableId, run_id: runId, task_id: taskId } = document;
    const asked = await tx.query<{ id: string }>({
      name: 'select_same_question',
      text: `select id from platform.questions where tenant_id = $1 and engagement_id = $2 and question = $3 limit 1`,
      values: [tenantId, engagementId, question],
    });
    const questionId = asked.rows[0]?.id ?? createId();
    if (asked.rows.length === 0) {
      await tx.query({
        name: 'ask_question',
        text: `insert into platform.questions (tenant_id, engagement_id, id, run_id, task_id, agent_slug, question,
            assumption, impact, status, due_at, created_at, asked_by)
          values ($1, $2, $3, $4, $5, $6, $7, '', '', 'assumed', null, $8, 'person')`,
        values: [
          tenantId,
          engagementId,
          questionId,
          runId,
          taskId,
          asker,
          question,
          services.clock.now(),
        ],
      });
      await recordEvent(tx, services, tenantId, 'question.asked', {
        engagementId,
        runId,
        questionId,
        taskId,
      });
      const metadata = { engagementId, filename };
      await recordAudit(tx, context, {
        action: 'question.ask',
        resourceType: 'question',
        resourceId: questionId,
        metadata,
      });
    }
    await tx.query({
      name: 'rest_on_question',
      text: `insert into platform.deliverable_assumptions (tenant_id, deliverable_id, engagement_id, question_id)
        values ($1, $2, $3, $4) on conflict do nothing`,
      values: [tenantId, deliverableId, engagementId, questionId],
    });
    return toQuestion(
      firstRow((await tx.query(selectQuestion(tenantId, engagementId, questionId))).rows),
    );
  });
}
