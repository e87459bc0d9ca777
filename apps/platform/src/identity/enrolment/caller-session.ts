import type { RequestContext, SessionPrincipal } from '../../kernel/context.ts';
import { requireRecentProof } from '../../kernel/require-recent-proof.ts';
import { type CanonicalEmail, canonicalEmail } from '../auth/canonical-email.ts';
import type { FactorCaller } from '../second-factor/pass-factor.ts';
import { type Factors, hasFactor } from '../second-factor/read-factors.ts';
import { requireSession } from '../sessions/own-session.ts';

/** The caller's session, and their row as the owner of factors. */
export interface CallerSession {
  session: SessionPrincipal;
  caller: FactorCaller & { email: CanonicalEmail };
}

/** Returns the caller's session. Error: `session_required` for a key. */
export function callerSession(context: RequestContext): CallerSession {
  const session = requireSession(context);
  const { tenantId, userId } = session;
  return { session, caller: { tenantId, userId, ipAddress: context.ipAddress, email: canonicalEmail(session.email) } };
}

/**
 * Throws `step_up_required` if the caller has a factor but no recent proof, so that a stolen session cannot add a
 * factor of its own (SFA-19).
 */
export function requireProofBesideFactor(session: SessionPrincipal, factors: Factors, now: Date): void {
  if (hasFactor(factors)) requireRecentProof(session, now);
}
