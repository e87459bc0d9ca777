import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { endOtherSessions } from '../sessions/end-other-sessions.ts';
import { requireSession } from '../sessions/own-session.ts';
import { lockAddress } from './lock-address.ts';

/** Ends all sessions in reach of the caller but this one (AUT-21). */
export async function endOwnOtherSessions(context: RequestContext): Promise<void> {
  const { tenantId, userId, email, sessionHash } = requireSession(context);
  await context.services.database.withSystem(async (tx) => {
    await lockAddress(tx, email);
    await endOtherSessions(tx, { tenantId, userId, exceptHash: sessionHash });
    await recordAudit(tx, context, { action: 'auth.end_other_sessions', resourceType: 'user', resourceId: userId });
  });
}
