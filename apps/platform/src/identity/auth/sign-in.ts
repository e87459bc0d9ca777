import { ApiError } from '@ecp/contract/declaring/errors';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext } from '../../kernel/context.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { readSignedIn, type StartedSession } from '../sessions/signed-in.ts';
import { type CanonicalEmail, canonicalEmail } from './canonical-email.ts';
import { limitAttempts } from './limit-attempts.ts';
import { lockAddress } from './lock-address.ts';
import { findPasswordHeads } from './passwords/find-password-heads.ts';
import { findUserByPassword, holdPasswordUser, type PasswordUser } from './passwords/find-user-by-password.ts';
import { hashPassword, hasOtherCost } from './passwords/passwords.ts';

/**
 * Signs in with email and password. If several tenants have the password, a proven one is chosen, and of these the one
 * used last (AUT-11). An unknown address costs the same effort. Errors: `invalid_credentials`, `rate_limited`,
 * `service_unavailable`.
 */
export async function signIn(context: OpenContext, body: { email: string; password: string }): Promise<StartedSession> {
  const { services, ipAddress, userAgent } = context;
  const email = canonicalEmail(body.email);
  const user = await limitAttempts(context, email, () => matchPassword(context, email, body.password));
  if (!user) throw new ApiError('invalid_credentials');
  const { tenantId, userId } = user;
  return services.database.withSystem(async (tx) => {
    await lockAddress(tx, email);
    if (!(await holdPasswordUser(tx, user))) throw new ApiError('invalid_credentials');
    if (user.renewedHash !== undefined) await replaceHash(tx, user, user.renewedHash);
    const entry = {
      action: 'auth.sign_in',
      resourceType: 'user',
      resourceId: userId,
      metadata: { method: 'password' },
    };
    await recordAudit(tx, { tenantId, userId, ipAddress }, entry);
    const token = await beginSession(tx, {
      tenantId,
      userId,
      ipAddress,
      userAgent,
      mailboxProven: user.passwordProven,
    });
    return { answer: await readSignedIn(tx, tenantId, userId), token };
  });
}

/** A hash of an older cost is renewed here, the only place that knows the password. */
async function matchPassword(
  { services, ipAddress: caller }: OpenContext,
  email: CanonicalEmail,
  password: string,
): Promise<(PasswordUser & { renewedHash?: string }) | null> {
  const heads = await findPasswordHeads(services, email);
  const user = await findUserByPassword(services, { email, password, heads, caller });
  if (!user || !hasOtherCost(user.passwordHash, heads)) return user;
  return { ...user, renewedHash: await hashPassword(password, heads, caller) };
}

async function replaceHash(tx: Transaction, { tenantId, userId }: PasswordUser, hash: string): Promise<void> {
  await tx.query({
    name: 'replace_password_hash',
    text: 'update platform.users set password_hash = $3 where tenant_id = $1 and id = $2',
    values: [tenantId, userId, hash],
  });
}
