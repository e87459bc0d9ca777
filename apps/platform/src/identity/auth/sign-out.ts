import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext } from '../../kernel/context.ts';
import { hashToken } from '../../kernel/keys/random-token.ts';
import { endSession } from '../sessions/end-session.ts';

/** Ends the session of a cookie's token. Does nothing without a token. */
export async function signOut({ services, ipAddress }: OpenContext, token: string | undefined): Promise<void> {
  if (token === undefined) return;
  await services.database.withSystem(async (tx) => {
    const ended = await endSession(tx, hashToken(token));
    if (!ended) return;
    const entry = { action: 'auth.sign_out', resourceType: 'user', resourceId: ended.userId } as const;
    await recordAudit(tx, { ...ended, ipAddress }, entry);
  });
}
