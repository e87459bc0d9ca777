import { randomBytes } from 'node:crypto';
import type { Transaction } from '@ecp/database/database';
import { hashToken } from '../../../kernel/keys/tokens.ts';

/** Days that a mailed link can answer its question (ASK-9). */
const lifetimeDays = 14;

/** Makes the token of a link that answers one question, stores its hash only and voids earlier ones of the person. */
export async function createAnswerLink(
  tx: Transaction,
  link: { tenantId: string; engagementId: string; questionId: string; userId: string },
): Promise<string> {
  const { tenantId, engagementId, questionId, userId } = link;
  const token = `svc_answer_${randomBytes(16).toString('hex')}`;
  await tx.query({
    name: 'void_answer_links',
    text: `delete from platform.answer_links
      where tenant_id = $1 and engagement_id = $2 and question_id = $3 and user_id = $4`,
    values: [tenantId, engagementId, questionId, userId],
  });
  await tx.query({
    name: 'create_answer_link',
    text: `insert into platform.answer_links (token_hash, tenant_id, engagement_id, question_id, user_id, expires_at)
      values ($1, $2, $3, $4, $5, now() + make_interval(days => $6))`,
    values: [hashToken(token), tenantId, engagementId, questionId, userId, lifetimeDays],
  });
  return token;
}
