import { ApiError } from '@ecp/contract/declaring/errors';
import type { Transaction } from '@ecp/database/database';
import { createSemaphore } from '@ecp/semaphore/semaphore';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext } from '../../kernel/context.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { readSignedIn, type StartedSession } from '../sessions/signed-in.ts';
import { type CanonicalEmail, canonicalEmail } from './canonical-email.ts';
import { countFailure, refuseAfterFailures } from './failed-sign-ins.ts';
import { findPasswordHeads } from './find-password-heads.ts';
import { findUserByPassword, holdPasswordUser, type PasswordUser } from './find-user-by-password.ts';
import { findUsersByEmail } from './find-users-by-email.ts';
import { lockAddress } from './lock-address.ts';
import { hashPassword, hasOtherCost } from './passwords.ts';
import { serviceBusy } from './service-busy.ts';

/** Limits parallel attempts, so that a burst cannot outrun the count of failures. Addresses take turns. */
const attempts = createSemaphore({ permits: 2, maxWaiting: 200, refusal: serviceBusy });
/** Most tenants whose audit log records one failed attempt. */
const maxNotedTenants = 10;

/**
 * Signs in with email and password. If several tenants have the password, a proven one is chosen, and of these the one
 * used last (AUT-11). An unknown address costs the same effort. Errors: `invalid_credentials`, `rate_limited`,
 * `service_unavailable`.
 */
export async function signIn(context: OpenContext, body: { email: string; password: string }): Promise<StartedSession> {
  const { services, ipAddress } = context;
  const email = canonicalEmail(body.email);
  const user = await attempts.run(ipAddress, () => matchPassword(context, email, body.password));
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
    const token = await beginSession(tx, { tenantId, userId, ipAddress, mailboxProven: user.passwordProven });
    return { answer: await readSignedIn(tx, tenantId, userId), token };
  });
}

/** A hash of an older cost is renewed here, the only place that knows the password. */
async function matchPassword(
  context: OpenContext,
  email: CanonicalEmail,
  password: string,
): Promise<(PasswordUser & { renewedHash?: string }) | null> {
  const { services, ipAddress: caller } = context;
  await refuseAfterFailures(services.rateLimiter, { email, ipAddress: caller });
  const heads = await findPasswordHeads(services, email);
  const user = await findUserByPassword(services, { email, password, heads, caller });
  if (!user) await noteFailure(context, email);
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

/** Counts the failure and records it in the audit log. An unknown address must cost the same effort. */
async function noteFailure({ services, ipAddress }: OpenContext, email: CanonicalEmail): Promise<void> {
  await countFailure(services.rateLimiter, { email, ipAddress });
  const users = await findUsersByEmail(services.database, email, maxNotedTenants);
  const targets = users.length > 0 ? users : [{ tenantId: null, userId: null }];
  await services.database.withSystem(async (tx) => {
    for (const { tenantId, userId } of targets) {
      const entry = { action: 'auth.sign_in_failed', resourceType: 'user', resourceId: userId };
      await recordAudit(tx, { tenantId, userId: null, ipAddress }, entry);
    }
  });
}
