import { ApiError } from '@ecp/contract/declaring/errors';
import { createSemaphore } from '@ecp/semaphore/semaphore';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext } from '../../kernel/context.ts';
import { networkOf } from '../../kernel/limits/network-of.ts';
import { serviceBusy } from '../../kernel/limits/service-busy.ts';
import type { CanonicalEmail } from './canonical-email.ts';
import { countFailure, refuseAfterFailures } from './failed-sign-ins.ts';
import { findUsersByEmail } from './find-users-by-email.ts';

/** Limits parallel attempts, so that a burst cannot outrun the count of failures. Addresses take turns. */
const attempts = createSemaphore({ permits: 2, maxWaiting: 200, refusal: serviceBusy });
/** Most tenants whose audit log records one failed attempt. */
const maxNotedTenants = 10;

/**
 * Runs `prove`, which returns null for a wrong password or code, and counts its failures (AUT-15). After too many for
 * the email or the network address nothing is tried. Errors: `rate_limited`, `service_unavailable`, those of `prove`.
 */
export async function limitAttempts<Proof>(
  context: OpenContext,
  email: CanonicalEmail,
  prove: () => Promise<Proof | null>,
): Promise<Proof | null> {
  const { services, ipAddress } = context;
  return attempts.run(networkOf(ipAddress), async () => {
    await refuseAfterFailures(services.rateLimiter, { email, ipAddress });
    const proof = await prove();
    if (proof === null) await noteFailure(context, email);
    return proof;
  });
}

/**
 * Runs one attempt to show who is there, which throws for a wrong password, code or passkey. That counts as a failed
 * sign-in (AUT-15, SFA-5), and a missing second factor does not. Errors: those of `attempt`; `rate_limited`;
 * `service_unavailable`.
 */
export async function attemptProof<Result>(
  context: OpenContext,
  email: CanonicalEmail,
  attempt: () => Promise<Result>,
): Promise<Result> {
  let wrong = new ApiError('invalid_credentials');
  const passed = await limitAttempts(context, email, async () => {
    try {
      return { result: await attempt() };
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_credentials') throw error;
      wrong = error;
      return null;
    }
  });
  if (!passed) throw wrong;
  return passed.result;
}

/** Counts the failure and records it in the audit log. An unknown address must cost the same effort. */
async function noteFailure({ services, ipAddress }: OpenContext, email: CanonicalEmail): Promise<void> {
  await countFailure(services.rateLimiter, { email, ipAddress });
  const users = await findUsersByEmail(services.database, email, maxNotedTenants);
  // Every caller uses the same order, because the commit locks the audit log of each tenant in the order of the
  // entries.
  const known = users.toSorted((a, b) => (a.tenantId < b.tenantId ? -1 : 1));
  const targets = known.length > 0 ? known : [{ tenantId: null, userId: null }];
  await services.database.withSystem(async (tx) => {
    for (const { tenantId, userId } of targets) {
      const entry = { action: 'auth.sign_in_failed', resourceType: 'user', resourceId: userId } as const;
      await recordAudit(tx, { tenantId, userId: null, ipAddress }, entry);
    }
  });
}
