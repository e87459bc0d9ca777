import { ApiError } from '@ecp/contract/declaring/errors';
import type { Database, Transaction } from '@ecp/database/database';
import type { AnswerVisitor } from '../../../kernel/context.ts';
import { hashToken } from '../../../kernel/keys/tokens.ts';

interface Row {
  token_hash: Buffer;
  tenant_id: string;
  tenant_name: string;
  engagement_id: string;
  question_id: string;
  user_id: string;
  user_name: string | null;
  email: string;
}

/**
 * Finds the person and the question of a mailed link. Returns null if the link is unknown, used or expired, or if the
 * person has left the tenant or may no longer write there (ASK-9).
 */
export async function findAnswerVisitor(database: Database, token: string): Promise<AnswerVisitor | null> {
  const [[row]] = await database.batchSystem<[Row]>([
    {
      name: 'find_answer_link',
      text: `select l.token_hash, l.tenant_id, t.name as tenant_name, l.engagement_id, l.question_id, l.user_id,
          u.name as user_name, u.email
        from platform.answer_links l
        join platform.tenants t on t.id = l.tenant_id
        join platform.users u on u.tenant_id = l.tenant_id and u.id = l.user_id
        where l.token_hash = $1 and l.used_at is null and l.expires_at > now() and u.role <> 'viewer'`,
      values: [hashToken(token)],
    },
  ]);
  if (!row) return null;
  return {
    linkHash: row.token_hash,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    engagementId: row.engagement_id,
    questionId: row.question_id,
    userId: row.user_id,
    userName: row.user_name ?? row.email,
  };
}

/**
 * Locks a link until the transaction ends, so that it answers once. Error: `invalid_answer_link` when it was used or
 * expired, or when its person has left, in the meantime.
 */
export async function lockAnswerLink(tx: Transaction, { tenantId, linkHash }: AnswerVisitor): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'lock_answer_link',
    text: `select from platform.answer_links
      where tenant_id = $1 and token_hash = $2 and used_at is null and expires_at > now() for update`,
    values: [tenantId, linkHash],
  });
  if (rowCount === 0) throw new ApiError('invalid_answer_link');
}
