import { ApiError } from '@ecp/contract/declaring/errors';
import { createSemaphore } from '@ecp/semaphore/semaphore';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext } from '../../kernel/context.ts';
import { networkOf, type RateLimiter } from '../../kernel/limits/rate-limiter.ts';
import { serviceBusy } from '../../kernel/limits/refusals.ts';
import type { CanonicalEmail } from './email-addresses.ts';
import { findUsersByEmail } from './email-tokens.ts';

/** Limits parallel attempts, so that a burst cannot outrun the count of failures. Addresses take turns. */
const attempts = createSemaphore({ permits: 2, maxWaiting: 200, refusal: serviceBusy });
/** Limits the tenants whose audit log records one failed attempt. */
const maxNotedTenants = 10;

/** Runs `prove`, which returns null if it fails. Errors: `rate_limited`, `service_unavailable`, those of `prove`. */
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
 * Runs one attempt, which throws for a wrong proof; that counts as a failed sign-in, a missing second factor does not.
 * Errors: those of `attempt`, `rate_limited`, `service_unavailable`.
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
  // Every caller uses this order, in which the commit locks the tenants' audit logs.
  const known = users.toSorted((a, b) => (a.tenantId < b.tenantId ? -1 : 1));
  const targets = known.length > 0 ? known : [{ tenantId: null, userId: null }];
  await services.database.withSystem(async (tx) => {
    for (const { tenantId, userId } of targets) {
      const entry = { action: 'auth.sign_in_failed', resourceType: 'user', resourceId: userId } as const;
      await recordAudit(tx, { tenantId, userId: null, ipAddress }, entry);
    }
  });
}

const windowMs = 15 * 60_000;
/** Failures within the window after which an email or a network address must wait, known or not. */
export const maxFailures = { email: 10, address: 50 };

interface SignInAttempt {
  email: CanonicalEmail;
  ipAddress: string;
}

/** Refuses a caller with too many recent failures. Error: `rate_limited` with Retry-After in seconds. */
export async function refuseAfterFailures(rateLimiter: RateLimiter, attempt: SignInAttempt): Promise<void> {
  const decisions = await Promise.all(
    countersOf(attempt).map(([key, limit]) => rateLimiter.peek(key, limit, windowMs)),
  );
  const refused = decisions.filter(({ allowed }) => !allowed);
  if (refused.length === 0) return;
  const seconds = Math.max(...refused.map(({ resetSeconds }) => resetSeconds));
  throw new ApiError('rate_limited', { values: { seconds }, headers: { 'retry-after': String(seconds) } });
}

export async function countFailure(rateLimiter: RateLimiter, attempt: SignInAttempt): Promise<void> {
  await Promise.all(countersOf(attempt).map(([key, limit]) => rateLimiter.hit(key, limit, windowMs)));
}

function countersOf({ email, ipAddress }: SignInAttempt): [key: string, limit: number][] {
  return [
    [`sign-in:email:${email}`, maxFailures.email],
    [`sign-in:address:${networkOf(ipAddress)}`, maxFailures.address],
  ];
}
