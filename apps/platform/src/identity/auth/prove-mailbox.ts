import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { revokeKeysOfMember } from '../api-keys/keys-of-member.ts';
import { isValidSession } from '../sessions/valid-session.ts';
import type { TokenOwner } from './mailed-links/email-tokens.ts';

/** The browser in which a mailed link is followed. */
export interface ProvingBrowser {
  ipAddress: string;
  /** Hash of the session token that the browser already had; null without one. */
  cookieHash: Buffer | null;
}

/**
 * Records that the reader of a mailbox follows a link of one of its rows. The first time, everything goes that somebody
 * else may have made under the address before: unless the browser has a session of the row, its password, sessions and
 * API keys (AUT-19). A password that the proving browser has used is proven as well.
 */
export async function proveMailbox(tx: Transaction, owner: TokenOwner, browser: ProvingBrowser): Promise<void> {
  const { tenantId, userId } = owner;
  const { rows } = await tx.query<{ proven: boolean; own: boolean }>({
    name: 'read_proof',
    text: `select u.email_verified_at is not null as proven, exists (
        select from platform.sessions s
        where s.token_hash = $3 and s.tenant_id = u.tenant_id and s.user_id = u.id and ${isValidSession}
      ) as own
      from platform.users u where u.tenant_id = $1 and u.id = $2 for no key update`,
    values: [tenantId, userId, browser.cookieHash],
  });
  const row = rows[0];
  if (!row || row.proven) return;
  await tx.query({
    name: 'prove_mailbox',
    text: `update platform.users set email_verified_at = now(), password_proven = $3 and password_hash is not null,
        password_hash = case when $3 then password_hash end
      where tenant_id = $1 and id = $2`,
    values: [tenantId, userId, row.own],
  });
  await endSessionsElsewhere(tx, owner, browser.cookieHash);
  const keysRevoked = row.own ? [] : await revokeKeysOfMember(tx, owner);
  await recordAudit(
    tx,
    { tenantId, userId, ipAddress: browser.ipAddress },
    { action: 'auth.confirm_email', resourceType: 'user', resourceId: userId, metadata: { keysRevoked } },
  );
}

async function endSessionsElsewhere(
  tx: Transaction,
  { tenantId, userId }: TokenOwner,
  cookieHash: Buffer | null,
): Promise<void> {
  await tx.query({
    name: 'end_sessions_elsewhere',
    text: `delete from platform.sessions
      where tenant_id = $1 and user_id = $2
        and id not in (select id from platform.sessions where token_hash = $3)`,
    values: [tenantId, userId, cookieHash],
  });
}
