import { createId } from '@ecp/database/create-id';
import { hashToken } from '../../src/kernel/keys/tokens.ts';
import type { FilledPlatform } from '../insert-records.ts';

/**
 * Inserts a question that nobody has answered, on whose assumption the engagement's deliverables
 * rest, with a mailed link of the owner. Returns its id and the token of the link.
 */
export async function insertQuestion(
  { asSuperuser }: FilledPlatform,
  { tenantId, engagementId, marker }: { tenantId: string; engagementId: string; marker: string },
): Promise<{ question: string; token: string }> {
  const question = createId();
  const token = `svc_answer_${createId()}`;
  await asSuperuser(
    `insert into platform.questions (tenant_id, engagement_id, id, run_id, task_id, agent_slug, question, assumption, impact,
        status, created_at)
      select tenant_id, engagement_id, $3, id, 'task-1', 'corporate-strategist', $4, $4, $4, 'assumed', now()
      from platform.runs where tenant_id = $1 and engagement_id = $2 order by started_at desc limit 1`,
    [tenantId, engagementId, question, marker],
  );
  await asSuperuser(
    `insert into platform.deliverable_assumptions (tenant_id, deliverable_id, engagement_id, question_id)
      select tenant_id, id, engagement_id, $3 from platform.deliverables where tenant_id = $1 and engagement_id = $2`,
    [tenantId, engagementId, question],
  );
  await asSuperuser(
    `insert into platform.answer_links (token_hash, tenant_id, engagement_id, question_id, user_id, expires_at)
      select $4, $1, $2, $3, id, now() + interval '14 days' from platform.users where tenant_id = $1 and role = 'owner'`,
    [tenantId, engagementId, question, hashToken(token)],
  );
  return { question, token };
}
