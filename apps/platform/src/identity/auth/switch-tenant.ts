import { ApiError } from '@ecp/contract/declaring/errors';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { continueSession } from '../sessions/begin-session.ts';
import { readSignedIn, type StartedSession } from '../sessions/signed-in.ts';
import { selectMemberships } from '../tenants/tenant-memberships.ts';
import { lockAddress } from './lock-address.ts';
import type { TokenOwner } from './mailed-links/email-tokens.ts';

/**
 * Continues this session in another tenant of the same person (AUT-8). Error: `not_found` for
 * every tenant that the person cannot switch to, whether it exists or not.
 */
export async function switchTenant(
  { services, principal, ipAddress, userAgent }: RequestContext,
  tenantId: string,
): Promise<StartedSession> {
  if (principal.kind !== 'session') throw new ApiError('session_required');
  return services.database.withSystem(async (tx) => {
    await lockAddress(tx, principal.email);
    const { rows } = await tx.query(selectMemberships(principal.sessionHash));
    // A reset may have ended the session in the meantime.
    if (rows.length === 0) throw new ApiError('authentication_required');
    const target = rows.find(({ id }) => id === tenantId);
    if (!target || !(await lockUser(tx, { tenantId, userId: target.user_id }))) throw new ApiError('not_found');
    const userId = target.user_id;
    const { mailbox_proven: mailboxProven } = target;
    const session = { tenantId, userId, ipAddress, userAgent, mailboxProven };
    const token = await continueSession(tx, principal.sessionHash, session);
    if (token === null) throw new ApiError('authentication_required');
    const entry = { action: 'auth.switch_tenant', resourceType: 'user', resourceId: userId };
    await recordAudit(tx, { tenantId, userId, ipAddress }, entry);
    return { answer: await readSignedIn(tx, tenantId, userId), token };
  });
}

/** Prevents the removal of a user until the transaction ends. Returns false if the user is already gone. */
async function lockUser(tx: Transaction, { tenantId, userId }: TokenOwner): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'hold_user',
    text: 'select from platform.users where tenant_id = $1 and id = $2 for no key update',
    values: [tenantId, userId],
  });
  return rowCount > 0;
}
