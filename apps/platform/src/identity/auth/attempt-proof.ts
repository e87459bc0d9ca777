import { ApiError } from '@ecp/contract/declaring/errors';
import { createSemaphore } from '@ecp/semaphore/semaphore';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext } from '../../kernel/context.ts';
import { countFailure, refuseAfterFailures } from './failed-sign-ins.ts';
import { findUsersByEmail } from './find-users-by-email.ts';
import { serviceBusy } from './service-busy.ts';

/** Limits parallel attempts, so that a burst cannot outrun the count of failures. Addresses take turns. */
const attempts = createSemaphore({ permits: 2, maxWaiting: 200, refusal: serviceBusy });
/** Most tenants whose audit log records one failed attempt. */
const maxNotedTenants = 10;

/**
 * Runs one attempt to show who is there: by password, link, code or passkey. A wrong one counts as a failed sign-in of
 * the email and the network address (AUT-15, SFA-5); a missing second factor does not. Errors: those of `attempt`,
 * `rate_limited` after too many failures, `service_unavailable`.
 */
export async function attemptProof<Result>(
  context: OpenContext,
  email: string,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const { services, ipAddress } = context;
  return attempts.run(ipAddress, async () => {
    await refuseAfterFailures(services.rateLimiter, { email, ipAddress });
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid_credentials') await noteFailure(context, email);
      throw error;
    }
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
