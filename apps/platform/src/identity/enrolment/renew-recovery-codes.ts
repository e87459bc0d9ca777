import { ApiError } from '@ecp/contract/declaring/errors';
import type { RecoveryCodes } from '@ecp/contract/identity/second-factor';
import type { RequestContext } from '../../kernel/context.ts';
import { hasFactor } from '../second-factor/read-factors.ts';
import { recordFactorChange } from '../second-factor/record-factor-change.ts';
import { replaceRecoveryCodes } from '../second-factor/recovery-codes.ts';
import { callerSession } from './caller-session.ts';
import { type GivenProof, withOwnProof } from './prove-own-factor.ts';

/** Replaces the caller's recovery codes (SFA-4). Errors: `no_second_factor`, and those of `withOwnProof`. */
export async function renewRecoveryCodes(context: RequestContext, proof: GivenProof): Promise<RecoveryCodes> {
  const { services } = context;
  const { caller } = callerSession(context);
  return withOwnProof(
    context,
    proof,
    (factors) => {
      if (!hasFactor(factors)) throw new ApiError('no_second_factor');
    },
    async (tx) => {
      await recordFactorChange(tx, services, caller, { change: 'recovery_codes_renewed' });
      return { recoveryCodes: await replaceRecoveryCodes(tx, caller) };
    },
  );
}
