import { ApiError } from '@ecp/contract/declaring/errors';
import type { ChangePasswordBody } from '@ecp/contract/identity/sessions';
import type { Database } from '@ecp/database/database';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../../kernel/context.ts';
import { endOtherSessions } from '../../sessions/end-other-sessions.ts';
import { requireSession } from '../../sessions/own-session.ts';
import { canonicalEmail } from '../canonical-email.ts';
import { limitAttempts } from '../limit-attempts.ts';
import { lockAddress } from '../lock-address.ts';
import { findPasswordHeads } from './find-password-heads.ts';
import { hashesOfPassword, hashPassword } from './passwords.ts';
import { refuseGuessablePassword } from './refuse-guessable-password.ts';

/**
 * Changes the caller's password, ends all other sessions in reach and voids mailed reset links (AUT-22). A wrong
 * present password counts like a failed sign-in; a user without one sets it by a mailed link.
 * Errors: `invalid_credentials`, `rate_limited`, `invalid_request`.
 */
export async function changePassword(context: RequestContext, { current, next }: ChangePasswordBody): Promise<void> {
  const { services, ipAddress } = context;
  const { tenantId, userId, sessionHash, ...principal } = requireSession(context);
  const email = canonicalEmail(principal.email);
  refuseGuessablePassword(next, email, '/next');
  const heads = await findPasswordHeads(services, email);
  const present = await limitAttempts(context, email, async () => {
    const stored = await readPasswordHash(services.database, { tenantId, userId });
    const hashes = await hashesOfPassword(current, heads, ipAddress);
    return stored !== null && hashes.includes(stored) ? stored : null;
  });
  if (present === null) throw new ApiError('invalid_credentials');
  const renewed = await hashPassword(next, heads, ipAddress);
  await services.database.withSystem(async (tx) => {
    await lockAddress(tx, email);
    const { rowCount } = await tx.query({
      name: 'change_password',
      text: 'update platform.users set password_hash = $4 where tenant_id = $1 and id = $2 and password_hash = $3',
      values: [tenantId, userId, present, renewed],
    });
    // A reset or another change has come first.
    if (rowCount === 0) throw new ApiError('invalid_credentials');
    await tx.query({
      name: 'void_reset_links',
      text: `delete from platform.email_tokens where tenant_id = $1 and user_id = $2 and purpose = 'password_reset'`,
      values: [tenantId, userId],
    });
    await endOtherSessions(tx, { tenantId, userId, exceptHash: sessionHash });
    await recordAudit(tx, context, { action: 'auth.change_password', resourceType: 'user', resourceId: userId });
  });
}

async function readPasswordHash(
  database: Database,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<string | null> {
  const [[row]] = await database.batchTenant<[{ password_hash: string | null }]>(tenantId, [
    {
      name: 'read_password_hash',
      text: 'select password_hash from platform.users where tenant_id = $1 and id = $2',
      values: [tenantId, userId],
    },
  ]);
  return row?.password_hash ?? null;
}
