import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext } from '../../kernel/context.ts';
import { hashToken } from '../../kernel/keys/random-token.ts';
import { endOtherSessions } from '../sessions/end-other-sessions.ts';
import { consumeEmailToken, findAddressOfToken, type TokenOwner, type UsedToken } from './mailed-links/email-tokens.ts';
import { findPasswordHeads } from './passwords/find-password-heads.ts';
import { hashPassword } from './passwords/passwords.ts';
import { refuseGuessablePassword } from './passwords/refuse-guessable-password.ts';
import { proveMailbox } from './prove-mailbox.ts';

const purposes = ['password_reset'] as const;

/**
 * Sets a new password by a mailed link, which also proves the mailbox. Ends all other sessions that are in the tenant
 * or may switch to it (AUT-6); the session of `cookieToken` stays. Errors: `invalid_token`, `invalid_request`.
 */
export async function resetPassword(
  { services, ipAddress }: OpenContext,
  { token, newPassword, cookieToken }: { token: string; newPassword: string; cookieToken: string | undefined },
): Promise<void> {
  // The token is looked up before the password is hashed, so that a wrong token costs little.
  const email = await services.database.withSystem((tx) => findAddressOfToken(tx, token, purposes));
  refuseGuessablePassword(newPassword, email, '/newPassword');
  const passwordHash = await hashPassword(newPassword, await findPasswordHeads(services, email), ipAddress);
  await services.database.withSystem(async (tx) => {
    const used = await consumeEmailToken(tx, token, purposes);
    // Links come before rows, as in removeMember. The opposite order could deadlock with it.
    await voidEarlierLinks(tx, used);
    const cookieHash = cookieToken === undefined ? null : hashToken(cookieToken);
    await proveMailbox(tx, used, { ipAddress, cookieHash });
    await setPassword(tx, used, passwordHash);
    await endOtherSessions(tx, { ...used, exceptHash: cookieHash });
    const entry = { action: 'auth.password_reset', resourceType: 'user', resourceId: used.userId } as const;
    const { tenantId, userId } = used;
    await recordAudit(tx, { tenantId, userId, ipAddress }, entry);
  });
}

async function setPassword(tx: Transaction, { tenantId, userId }: TokenOwner, passwordHash: string): Promise<void> {
  await tx.query({
    name: 'set_password',
    text: `update platform.users set password_hash = $3, password_proven = true where tenant_id = $1 and id = $2`,
    values: [tenantId, userId, passwordHash],
  });
}

/**
 * Voids links that were mailed earlier for this tenant or for one that may switch to it. Links to other tenants in the
 * same mail stay valid, because its reader may set several passwords. Invitations stay valid, too.
 */
async function voidEarlierLinks(tx: Transaction, { email, userId, mailId }: UsedToken): Promise<void> {
  await tx.query({
    name: 'void_earlier_links',
    text: `delete from platform.email_tokens e using platform.users u
      where u.email = $1 and e.tenant_id = u.tenant_id and e.user_id = u.id
        and (u.id = $2 or u.email_verified_at is not null and e.mail_id is distinct from $3)
        and e.purpose <> 'invitation' and e.used_at is null`,
    values: [email, userId, mailId],
  });
}
