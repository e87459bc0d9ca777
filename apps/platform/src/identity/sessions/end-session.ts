import type { Transaction } from '@ecp/database/database';

/** The user of a session that was ended. */
export interface EndedSession {
  tenantId: string;
  userId: string;
}

/** Ends the session with this token hash. Returns null if there was none. */
export async function endSession(tx: Transaction, tokenHash: Buffer): Promise<EndedSession | null> {
  const { rows } = await tx.query<{ tenant_id: string; user_id: string }>({
    name: 'end_session',
    text: 'delete from platform.sessions where token_hash = $1 returning tenant_id, user_id',
    values: [tokenHash],
  });
  const row = rows[0];
  return row ? { tenantId: row.tenant_id, userId: row.user_id } : null;
}
