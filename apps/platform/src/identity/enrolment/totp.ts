import { ApiError } from '@ecp/contract/declaring/errors';
import type { RecoveryCodes } from '@ecp/contract/identity/second-factor';
import type { RequestContext } from '../../kernel/context.ts';
import { attemptProof } from '../auth/limit-attempts.ts';
import { acceptTotpCode } from '../second-factor/accept-totp-code.ts';
import { deleteTotp, insertTotp } from '../second-factor/change-factors.ts';
import { holdFactorOwner } from '../second-factor/hold-owner.ts';
import { readFactors } from '../second-factor/read-factors.ts';
import { recordFactorChange } from '../second-factor/record-factor-change.ts';
import { replaceRecoveryCodes } from '../second-factor/recovery-codes.ts';
import { relyingParty } from '../second-factor/relying-party.ts';
import { createTotpSecret, sealTotpSecret, totpUri } from '../second-factor/totp.ts';
import { markProven } from '../sessions/mark-proven.ts';
import { callerSession, requireProofBesideFactor } from './caller-session.ts';
import { nameMembership } from './name-membership.ts';
import { type GivenProof, withOwnProof } from './prove-own-factor.ts';

/**
 * Makes a secret for the caller's authenticator app, which replaces one that was not confirmed (SFA-1). Errors:
 * `totp_active`; `step_up_required` beside another factor.
 */
export async function beginTotp(context: RequestContext): Promise<{ secret: string; uri: string }> {
  const { services } = context;
  const { session, caller } = callerSession(context);
  const secret = createTotpSecret();
  await context.transaction(async (tx) => {
    await holdFactorOwner(tx, caller);
    const factors = await readFactors(tx, caller);
    if (!factors.totp) requireProofBesideFactor(session, factors, services.clock.now());
    const isNew = await insertTotp(tx, caller, sealTotpSecret(services.keys, caller, secret));
    if (!isNew) throw new ApiError('totp_active');
  });
  const names = { issuer: relyingParty(services.config).name, account: nameMembership(session) };
  return { secret, uri: totpUri(secret, names) };
}

/**
 * Confirms the app with its first code, which is used up, and returns new recovery codes (SFA-1). Errors:
 * `totp_active`, `totp_not_begun`, `step_up_required`; `wrong_proof`, which counts as a failed sign-in.
 */
export async function confirmTotp(context: RequestContext, code: string): Promise<RecoveryCodes> {
  const { services } = context;
  const { session, caller } = callerSession(context);
  return attemptProof(context, caller.email, () =>
    context.transaction(async (tx) => {
      await holdFactorOwner(tx, caller);
      const factors = await readFactors(tx, caller);
      if (factors.totp) throw new ApiError('totp_active');
      requireProofBesideFactor(session, factors, services.clock.now());
      const accepted = await acceptTotpCode(tx, services, caller, { code, state: 'pending' });
      if (!accepted) throw new ApiError(accepted === null ? 'totp_not_begun' : 'wrong_proof');
      await markProven(tx, session.sessionHash, { person: false, secondFactor: true });
      await recordFactorChange(tx, services, caller, { change: 'totp_added' });
      return { recoveryCodes: await replaceRecoveryCodes(tx, caller) };
    }),
  );
}

/** Removes the caller's authenticator app. Errors: `totp_not_begun`, and those of `withOwnProof`. */
export async function removeTotp(context: RequestContext, proof: GivenProof): Promise<void> {
  const { caller } = callerSession(context);
  await withOwnProof(
    context,
    proof,
    ({ totp }) => {
      if (!totp) throw new ApiError('totp_not_begun');
    },
    async (tx) => {
      if (!(await deleteTotp(tx, caller))) throw new ApiError('totp_not_begun');
      await recordFactorChange(tx, context.services, caller, { change: 'totp_removed' });
    },
  );
}
