import { ApiError } from '@ecp/contract/declaring/errors';
import type { RateLimiter } from '../../kernel/limits/rate-limiter.ts';
import type { CanonicalEmail } from './canonical-email.ts';

const windowMs = 15 * 60_000;
/** Failures within the window after which an email or a network address must wait, known or not (AUT-15). */
export const maxFailures = { email: 10, address: 50 };

/** The email and the network address of a sign-in attempt. */
export interface SignInAttempt {
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
    [`sign-in:address:${ipAddress}`, maxFailures.address],
  ];
}
