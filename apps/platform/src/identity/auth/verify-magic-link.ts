import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext } from '../../kernel/context.ts';
import { hashToken } from '../../kernel/keys/random-token.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { consumeEmailToken } from './mailed-links/email-tokens.ts';
import { proveMailbox } from './prove-mailbox.ts';

/** The links that sign in. */
const signInPurposes = ['magic_link', 'invitation', 'confirmation'] as const;

/**
 * Follows a mailed link that signs in: proves the address of its row and returns a new session's token (AUT-4, AUT-19).
 * `cookieToken` is the session that the browser already had. Error: `invalid_token`.
 */
export async function verifyMagicLink(
  { services, ipAddress, userAgent }: OpenContext,
  { token, cookieToken }: { token: string; cookieToken: string | undefined },
): Promise<string> {
  return services.database.withSystem(async (tx) => {
    const owner = await consumeEmailToken(tx, token, signInPurposes);
    const cookieHash = cookieToken === undefined ? null : hashToken(cookieToken);
    await proveMailbox(tx, owner, { ipAddress, cookieHash });
    const entry = {
      action: 'auth.sign_in',
      resourceType: 'user',
      resourceId: owner.userId,
      metadata: { method: owner.purpose },
    };
    await recordAudit(tx, { ...owner, ipAddress }, entry);
    return beginSession(tx, { ...owner, ipAddress, userAgent, mailboxProven: true });
  });
}
