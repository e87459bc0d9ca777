import type { Transaction } from '@ecp/database/database';
import { reachableSessions } from './reachable-sessions.ts';

/** A user, and the token hash of the session that stays; null if none does. */
export interface OtherSessions {
  tenantId: string;
  userId: string;
  exceptHash: Buffer | null;
}

/**
 * Ends all sessions in reach of a user but one: those that are or were in the user's tenant or may switch to it
 * (AUT-6). Call it with the address locked (lockAddress).
 */
export async function endOtherSessions(
  tx: Transaction,
  { tenantId, userId, exceptHash }: OtherSessions,
): Promise<void> {
  await tx.query({
    name: 'end_other_sessions',
    text: `delete from platform.sessions s using platform.users me
      where me.tenant_id = $1 and me.id = $2 and s.id in (${reachableSessions})
        and s.id not in (select id from platform.sessions where token_hash = $3)`,
    values: [tenantId, userId, exceptHash],
  });
}
