import { ApiError } from '@ecp/contract/declaring/errors';
import type { OwnProofBody } from '@ecp/contract/identity/second-factor';
import type { Transaction } from '@ecp/database/database';
import type { RequestContext } from '../../kernel/context.ts';
import { attemptProof } from '../auth/limit-attempts.ts';
import { matchOwnPassword } from '../auth/passwords/match-own-password.ts';
import { holdFactorOwner } from '../second-factor/hold-owner.ts';
import { openGivenFactor } from '../second-factor/open-given-factor.ts';
import { passFactor } from '../second-factor/pass-factor.ts';
import { type Factors, readFactors } from '../second-factor/read-factors.ts';
import { callerSession } from './caller-session.ts';

/** A request that takes a proof: its body, and the token of the browser's challenge. */
export interface GivenProof {
  body: OwnProofBody;
  challengeToken: string | undefined;
}

/**
 * Does `work` after the caller has given the password, if there is one, and a second factor (SFA-13). `requireState`
 * throws if there is nothing to do. A wrong proof counts as a failed sign-in. Errors: `invalid_request` without the
 * password, `second_factor_required`, `wrong_proof`, `rate_limited`, and those of `requireState` and `work`.
 */
export async function withOwnProof<Result>(
  context: RequestContext,
  { body, challengeToken }: GivenProof,
  requireState: (factors: Factors) => void,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const { services } = context;
  const { caller } = callerSession(context);
  const factors = await context.transaction((tx) => readFactors(tx, caller));
  requireState(factors);
  if (factors.hasPassword && body.password === undefined) {
    throw new ApiError('invalid_request', { details: [{ path: '/password', message: 'is required' }] });
  }
  return attemptProof(context, caller.email, async () => {
    const { password } = body;
    const isRight =
      !factors.hasPassword || (password !== undefined && (await matchOwnPassword(context, caller, password)) !== null);
    if (!isRight) throw new ApiError('wrong_proof');
    const given = await openGivenFactor(services.database, body, challengeToken);
    return context.transaction(async (tx) => {
      await holdFactorOwner(tx, caller);
      await passFactor(tx, services, caller, given);
      return work(tx);
    });
  });
}
