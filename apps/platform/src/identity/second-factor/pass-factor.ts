import { ApiError, type ErrorDetail } from '@ecp/contract/declaring/errors';
import type { Transaction } from '@ecp/database/database';
import type { Services } from '../../kernel/services.ts';
import { acceptAssertion, type OpenedAssertion } from './accept-assertion.ts';
import { acceptTotpCode } from './accept-totp-code.ts';
import type { FactorOwner } from './factor-owner.ts';
import { type Factors, hasFactor, readFactors } from './read-factors.ts';
import { recordFactorChange } from './record-factor-change.ts';
import { acceptRecoveryCode } from './recovery-codes.ts';

/** The second factor in a request: a code, or a passkey's answer. */
export interface GivenFactor {
  code?: string | undefined;
  passkey?: OpenedAssertion | undefined;
}

/** The user row that gives a factor, and its network address. */
export interface FactorCaller extends FactorOwner {
  ipAddress: string;
}

/**
 * Requires the second factor of a row and uses it up (SFA-5). Returns false for a row without one. Errors:
 * `second_factor_required`, which names the possible fields; `wrong_proof`.
 */
export async function passFactor(
  tx: Transaction,
  services: Services,
  caller: FactorCaller,
  given: GivenFactor,
): Promise<boolean> {
  const factors = await readFactors(tx, caller);
  if (!hasFactor(factors)) return false;
  if (given.code === undefined && !given.passkey) throw factorRequired(factors);
  if (!(await acceptFactor(tx, services, caller, given))) throw new ApiError('wrong_proof');
  return true;
}

/** Uses up a factor of the row. Returns false if it is wrong. A mail reports each used recovery code (SFA-16). */
export async function acceptFactor(
  tx: Transaction,
  services: Services,
  caller: FactorCaller,
  { code, passkey }: GivenFactor,
): Promise<boolean> {
  if (passkey) return (await acceptAssertion(tx, services, passkey, caller)) !== null;
  if (code === undefined) return false;
  if (await acceptTotpCode(tx, services, caller, { code, state: 'confirmed' })) return true;
  if (!(await acceptRecoveryCode(tx, caller, code))) return false;
  await recordFactorChange(tx, services, caller, { change: 'recovery_code_used' });
  return true;
}

/** Makes the error for a missing factor. Its details name the body fields that the row accepts. */
export function factorRequired({ totp, passkeys, recoveryCodesLeft }: Factors): ApiError {
  const details: ErrorDetail[] = [];
  if (totp) details.push({ path: '/code', message: 'a code of the authenticator app, or a recovery code' });
  else if (recoveryCodesLeft > 0) details.push({ path: '/code', message: 'a recovery code' });
  if (passkeys > 0) details.push({ path: '/passkey', message: 'an answer of a passkey' });
  return new ApiError('second_factor_required', { details });
}
