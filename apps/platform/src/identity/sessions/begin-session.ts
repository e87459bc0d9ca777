import type { Transaction } from '@ecp/database/database';
import { createToken, hashToken } from '../../kernel/keys/random-token.ts';
import { sessionLifetimeSeconds } from './session-cookie.ts';

/** The user of a new session, and where and how it begins. */
export interface NewSession {
  tenantId: string;
  userId: string;
  ipAddress: string;
  /** True after a mailed link or a proven password, which show that the caller can read this user's mailbox. */
  mailboxProven: boolean;
  /** True if the caller has passed the second factor of this user. */
  secondFactorPassed: boolean;
}

/** Begins a session and records its user's sign-in. Returns the cookie's token, which is stored as a hash only. */
export async function beginSession(tx: Transaction, session: NewSession): Promise<string> {
  const token = createToken();
  await tx.query({
    name: 'begin_session',
    text: `with entered as (
        update platform.users set last_login_at = now(), last_used_at = now() where tenant_id = $2 and id = $3
      )
      insert into platform.sessions (token_hash, tenant_id, user_id, ip_address, mailbox_proven, expires_at, second_factor_at)
      values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6), case when $7 then now() end)`,
    values: [
      hashToken(token),
      session.tenantId,
      session.userId,
      session.ipAddress,
      session.mailboxProven,
      sessionLifetimeSeconds,
      session.secondFactorPassed,
    ],
  });
  return token;
}
