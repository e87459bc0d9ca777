import type { Transaction } from '@ecp/database/database';

/** The user of a session that was ended. */
export interface EndedSession {
  tenantId: string;
  userId: string;
}

/**
 * Ends the session that has or had the token with this hash: a copy that was continued in another tenant ends with it.
 * Returns its present user, or null if there was none.
 */
export async function endSession(tx: Transaction, tokenHash: Buffer): Promise<EndedSession | null> {
  const { rows } = await tx.query<{ tenant_id: string; user_id: string; replaced: boolean }>({
    name: 'end_session',
    text: `delete from platform.sessions
      where id = (select id from platform.sessions where token_hash = $1)
      returning tenant_id, user_id, replaced_at is not null as replaced`,
    values: [tokenHash],
  });
  const row = rows.find(({ replaced }) => !replaced);
  return row ? { tenantId: row.tenant_id, userId: row.user_id } : null;
}
