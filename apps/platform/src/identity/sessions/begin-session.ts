import type { Transaction } from '@ecp/database/database';
import type { Browser } from '../../kernel/context.ts';
import { createToken, hashToken } from '../../kernel/keys/random-token.ts';
import { sessionLifetimeSeconds } from './session-cookie.ts';

/** The user of a session, and where and how it begins. */
export interface NewSession extends Browser {
  tenantId: string;
  userId: string;
  /** True after a mailed link or a proven password, which show that the caller can read this user's mailbox. */
  mailboxProven: boolean;
}

/** Begins a session and records its user's sign-in. Returns the cookie's token, which is stored as a hash only. */
export async function beginSession(tx: Transaction, session: NewSession): Promise<string> {
  const token = createToken();
  await tx.query({
    name: 'begin_session',
    text: `with entered as (${enterUser})
      insert into platform.sessions (token_hash, tenant_id, user_id, ip_address, user_agent, mailbox_proven, expires_at)
      values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
    values: [
      hashToken(token),
      session.tenantId,
      session.userId,
      session.ipAddress,
      session.userAgent,
      session.mailboxProven,
      sessionLifetimeSeconds,
    ],
  });
  return token;
}

const enterUser =
  'update platform.users set last_login_at = now(), last_used_at = now() where tenant_id = $2 and id = $3';

/**
 * Continues a session as another user of the same person, under the same id, and replaces its token. Returns the new
 * token, or null if the session has ended or has been continued in the meantime: one session must not become two.
 */
export async function continueSession(
  tx: Transaction,
  replacedHash: Buffer,
  session: NewSession,
): Promise<string | null> {
  const token = createToken();
  const { rowCount } = await tx.query({
    name: 'continue_session',
    text: `with replaced as (
        update platform.sessions set replaced_at = now() where token_hash = $4 and replaced_at is null
        returning id, expires_at, proven_at
      ), entered as (${enterUser})
      insert into platform.sessions
        (token_hash, tenant_id, user_id, ip_address, user_agent, mailbox_proven, id, expires_at, proven_at)
      select $1, $2, $3, $5, $6, $7, id, expires_at, proven_at from replaced`,
    values: [
      hashToken(token),
      session.tenantId,
      session.userId,
      replacedHash,
      session.ipAddress,
      session.userAgent,
      session.mailboxProven,
    ],
  });
  return rowCount > 0 ? token : null;
}
