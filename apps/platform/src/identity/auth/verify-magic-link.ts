import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext } from '../../kernel/context.ts';
import { hashToken } from '../../kernel/keys/random-token.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { consumeEmailToken, type TokenOwner } from './email-tokens.ts';

/**
 * Follows a mailed sign-in or invitation link: verifies the address of its row and returns a new session's token
 * (AUT-4). `cookieToken` is the session that the browser already had. Error: `invalid_token`.
 */
export async function verifyMagicLink(
  { services, ipAddress }: OpenContext,
  { token, cookieToken }: { token: string; cookieToken: string | undefined },
): Promise<string> {
  return services.database.withSystem(async (tx) => {
    const owner = await consumeEmailToken(tx, token, ['magic_link', 'invitation']);
    await markVerified(tx, owner, cookieToken);
    const entry = {
      action: 'auth.sign_in',
      resourceType: 'user',
      resourceId: owner.userId,
      metadata: { method: owner.purpose },
    };
    await recordAudit(tx, { ...owner, ipAddress }, entry);
    return beginSession(tx, { ...owner, ipAddress, mailboxProven: true });
  });
}

/** A link that is followed in a browser signed in with the row's password proves that password, too. */
async function markVerified(tx: Transaction, owner: TokenOwner, cookieToken: string | undefined): Promise<void> {
  await tx.query({
    name: 'mark_verified',
    text: `update platform.users u set
        email_verified_at = coalesce(email_verified_at, now()),
        password_proven = password_proven or exists (
          select from platform.sessions s
          where s.token_hash = $3 and s.user_id = u.id and not s.mailbox_proven and s.expires_at > now()
        )
      where u.tenant_id = $1 and u.id = $2`,
    values: [owner.tenantId, owner.userId, cookieToken === undefined ? null : hashToken(cookieToken)],
  });
}
