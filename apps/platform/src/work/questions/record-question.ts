import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import type { Transaction } from '@ecp/database/database';
import { recordEvent } from '../../kernel/outbox.ts';
import type { Services } from '../../kernel/services.ts';
import { recordNotice } from '../notices/record-notice.ts';
import { enqueueQuestionMail } from './enqueue-question-mail.ts';

/**
 * Writes a question of an agent, with its event and its notice, once (ASK-2, NOT-2). It is `open` if its task waits, otherwise
 * `assumed`, because the agent goes on from its assumption. The caller holds the engagement's lock.
 */
export async function recordQuestion(
  tx: Transaction,
  services: Services,
  run: { tenantId: string; engagementId: string; engagementName: string; runId: string; startedBy: string | null },
  event: Extract<EngineEvent, { type: 'question' }>,
): Promise<void> {
  const { tenantId, engagementId, engagementName, runId } = run;
  const { questionId, taskId, agent, question, assumption, impact, dueAt, timestamp } = event;
  const { rowCount } = await tx.query({
    name: 'insert_question',
    text: `insert into platform.questions (tenant_id, engagement_id, id, run_id, task_id, agent_slug, question,
        assumption, impact, status, due_at, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      on conflict do nothing`,
    values: [
      tenantId,
      engagementId,
      questionId,
      runId,
      taskId,
      agent,
      question,
      assumption,
      impact,
      dueAt === null ? 'assumed' : 'open',
      dueAt && new Date(dueAt),
      new Date(timestamp),
    ],
  });
  if (rowCount === 0) return;
  await recordEvent(tx, services, tenantId, 'question.asked', { engagementId, runId, questionId, taskId });
  await recordNotice(tx, services, tenantId, {
    ...{ kind: 'question_asked', data: { runId, questionId, question } },
    ...{ engagementId, engagementName, cause: questionId, userId: run.startedBy },
    mail: (recipient) => enqueueQuestionMail(tx, services, { tenantId, engagementId, questionId }, recipient),
  });
}

/** Records that nobody answered in time (ASK-3). An answer that came meanwhile stays. */
export async function assumeQuestion(
  tx: Transaction,
  { tenantId, engagementId, questionId }: { tenantId: string; engagementId: string; questionId: string },
): Promise<void> {
  await tx.query({
    name: 'assume_question',
    text: `update platform.questions set status = 'assumed'
      where tenant_id = $1 and engagement_id = $2 and id = $3 and status = 'open'`,
    values: [tenantId, engagementId, questionId],
  });
}
