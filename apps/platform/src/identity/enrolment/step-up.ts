import { ApiError } from '@ecp/contract/declaring/errors';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { attemptProof } from '../auth/limit-attempts.ts';
import { matchOwnPassword } from '../auth/passwords/match-own-password.ts';
import { holdFactorOwner } from '../second-factor/hold-owner.ts';
import { openGivenFactor } from '../second-factor/open-given-factor.ts';
import { acceptFactor } from '../second-factor/pass-factor.ts';
import { markProven } from '../sessions/mark-proven.ts';
import { callerSession } from './caller-session.ts';
import type { GivenProof } from './prove-own-factor.ts';

/**
 * Records that the caller has just proven who is there, by the password or a factor of the row (SFA-15). Everything
 * that is given must be right. Errors: `invalid_request` if nothing is given; `wrong_proof`, which counts as a failed
 * sign-in; `rate_limited`.
 */
export async function stepUp(context: RequestContext, { body, challengeToken }: GivenProof): Promise<void> {
  const { services } = context;
  const { session, caller } = callerSession(context);
  const givesFactor = body.code !== undefined || body.passkey !== undefined;
  if (body.password === undefined && !givesFactor) {
    throw new ApiError('invalid_request', { details: [{ path: '', message: 'needs a password, code or passkey' }] });
  }
  await attemptProof(context, caller.email, async () => {
    const isRight = body.password === undefined || (await matchOwnPassword(context, caller, body.password)) !== null;
    if (!isRight) throw new ApiError('wrong_proof');
    const given = await openGivenFactor(services.database, body, challengeToken);
    await context.transaction(async (tx) => {
      await holdFactorOwner(tx, caller);
      if (givesFactor && !(await acceptFactor(tx, services, caller, given))) throw new ApiError('wrong_proof');
      await markProven(tx, session.sessionHash, { person: true, secondFactor: givesFactor });
      await recordAudit(tx, context, { action: 'auth.step_up', resourceType: 'user', resourceId: caller.userId });
    });
  });
}
