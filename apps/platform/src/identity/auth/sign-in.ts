import { ApiError } from '@ecp/contract/declaring/errors';
import { createSemaphore } from '@ecp/semaphore/semaphore';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext } from '../../kernel/context.ts';
import { serviceBusy } from '../../kernel/limits/service-busy.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { readSignedIn, type StartedSession } from '../sessions/signed-in.ts';
import { countFailure, refuseAfterFailures } from './failed-sign-ins.ts';
import { findUserByPassword, holdPasswordUser } from './find-user-by-password.ts';
import { findUsersByEmail } from './find-users-by-email.ts';
import { lockAddress } from './lock-address.ts';

/** Limits parallel attempts, so that a burst cannot outrun the count of failures. Addresses take turns. */
const attempts = createSemaphore({ permits: 2, maxWaiting: 200, refusal: serviceBusy });
/** Most tenants whose audit log records one failed attempt. */
const maxNotedTenants = 10;

/**
 * Signs in with email and password. If several tenants have the password, a proven one is chosen, and of these the one
 * used last (AUT-11). An unknown address costs the same effort. Errors: `invalid_credentials`, `rate_limited`,
 * `service_unavailable`.
 */
export async function signIn(
  context: OpenContext,
  { email, password }: { email: string; password: string },
): Promise<StartedSession> {
  const { services, ipAddress } = context;
  const user = await attempts.run(ipAddress, async () => {
    await refuseAfterFailures(services.rateLimiter, { email, ipAddress });
    const found = await findUserByPassword(services, email, password);
    if (!found) await noteFailure(context, email);
    return found;
  });
  if (!user) throw new ApiError('invalid_credentials');
  const { tenantId, userId } = user;
  return services.database.withSystem(async (tx) => {
    await lockAddress(tx, email);
    if (!(await holdPasswordUser(tx, user))) throw new ApiError('invalid_credentials');
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

/** Counts the failure and records it in the audit log. An unknown address must cost the same effort. */
async function noteFailure({ services, ipAddress }: OpenContext, email: string): Promise<void> {
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
