import { ApiError } from '@ecp/contract/declaring/errors';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { requireSession } from './own-session.ts';
import { reachableSessions } from './reachable-sessions.ts';

/**
 * Ends a session in reach of the caller, with all tokens that it had in other tenants (AUT-21). Error: `not_found`.
 */
export async function endOwnSession(context: RequestContext, sessionId: string): Promise<void> {
  const { tenantId, userId } = requireSession(context);
  await context.services.database.withSystem(async (tx) => {
    const { rowCount } = await tx.query({
      name: 'end_own_session',
      text: `delete from platform.sessions s using platform.users me
        where me.tenant_id = $1 and me.id = $2 and s.id = $3 and s.id in (${reachableSessions})`,
      values: [tenantId, userId, sessionId],
    });
    if (rowCount === 0) throw new ApiError('not_found');
    await recordAudit(tx, context, { action: 'auth.end_session', resourceType: 'user', resourceId: userId });
  });
}
