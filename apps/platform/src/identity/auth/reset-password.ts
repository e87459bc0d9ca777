import { ApiError } from '@ecp/contract/errors';
import type { Database, Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext } from '../../kernel/context.ts';
import { type TokenOwner, useEmailToken } from './email-tokens.ts';
import { findPasswordHeads } from './find-password-heads.ts';
import { hashPassword } from './passwords.ts';
import { hashToken } from '../../kernel/keys/random-token.ts';

/**
 * Sets a new password by a mailed link, which verifies the address too, and ends all other sessions of the user
 * (AUT-6); the one of `cookieToken` stays. Error: `invalid_token`.
 */
export async function resetPassword(
  { services, ipAddress }: OpenContext,
  { token, newPassword, cookieToken }: { token: string; newPassword: string; cookieToken: string | undefined },
): Promise<void> {
  const email = await findAddress(services.database, token);
  const passwordHash = await hashPassword(newPassword, await findPasswordHeads(services, email));
  await services.database.withSystem(async (tx) => {
    const owner = await useEmailToken(tx, token, ['password_reset']);
    await setPassword(tx, owner, passwordHash);
    await endOthers(tx, owner, cookieToken);
    const entry = { action: 'auth.password_reset', resourceType: 'user', resourceId: owner.userId };
    await recordAudit(tx, { ...owner, ipAddress }, entry);
  });
}

/** The address that a token was mailed to. It is looked up before the password is hashed: a wrong token costs little. */
async function findAddress(database: Database, token: string): Promise<string> {
  const [[row]] = await database.batchSystem<[{ email: string }]>([
    {
      name: 'find_address_of_token',
      text: `select u.email
        from platform.email_tokens e join platform.users u on u.tenant_id = e.tenant_id and u.id = e.user_id
        where e.token_hash = $1 and e.purpose = 'password_reset' and e.used_at is null and e.expires_at > now()`,
      values: [hashToken(token)],
    },
  ]);
  if (!row) throw new ApiError('invalid_token');
  return row.email;
}

async function setPassword(tx: Transaction, { tenantId, userId }: TokenOwner, passwordHash: string): Promise<void> {
  await tx.query({
    name: 'set_password',
    text: `update platform.users set password_hash = $3, password_proven = true,
        email_verified_at = coalesce(email_verified_at, now())
      where tenant_id = $1 and id = $2`,
    values: [tenantId, userId, passwordHash],
  });
}

/** Ends sessions, and links that were mailed before: whoever could use them should not any more. */
async function endOthers(
  tx: Transaction,
  { tenantId, userId }: TokenOwner,
  cookieToken: string | undefined,
): Promise<void> {
  await tx.query({
    name: 'end_other_sessions',
    text: `delete from platform.sessions
      where tenant_id = $1 and user_id = $2 and token_hash is distinct from $3`,
    values: [tenantId, userId, cookieToken === undefined ? null : hashToken(cookieToken)],
  });
  await tx.query({
    name: 'end_other_tokens',
    text: `delete from platform.email_tokens
      where tenant_id = $1 and user_id = $2 and purpose <> 'invitation' and used_at is null`,
    values: [tenantId, userId],
  });
}
