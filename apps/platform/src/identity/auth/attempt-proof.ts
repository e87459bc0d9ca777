import { ApiError } from '@ecp/contract/declaring/errors';
import type { OpenContext } from '../../kernel/context.ts';
import type { CanonicalEmail } from './canonical-email.ts';
import { limitAttempts } from './limit-attempts.ts';

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
