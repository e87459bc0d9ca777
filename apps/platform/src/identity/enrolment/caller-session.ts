import { ApiError } from '@ecp/contract/declaring/errors';
import type { RequestContext, SessionPrincipal } from '../../kernel/context.ts';
import { requireRecentProof } from '../../kernel/require-recent-proof.ts';
import type { FactorCaller } from '../second-factor/pass-factor.ts';
import { type Factors, hasFactor } from '../second-factor/read-factors.ts';

/** The caller's session, and their row as the owner of factors. */
export interface CallerSession {
  session: SessionPrincipal;
  caller: FactorCaller;
}

/** Returns the caller's session. Error: `session_required` for a key. */
export function callerSession({ principal, ipAddress }: RequestContext): CallerSession {
  if (principal.kind !== 'session') throw new ApiError('session_required');
  const { tenantId, userId } = principal;
  return { session: principal, caller: { tenantId, userId, ipAddress } };
}

/**
 * Throws `step_up_required` if the caller has a factor but no recent proof, so that a stolen session cannot add a factor
 * of its own (SFA-19).
 */
export function requireProofBesideFactor(session: SessionPrincipal, factors: Factors, now: Date): void {
  if (hasFactor(factors)) requireRecentProof(session, now);
}
