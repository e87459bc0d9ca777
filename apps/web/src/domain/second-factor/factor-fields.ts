import type { SecurityState } from '@ecp/contract/identity/factor-proof';

/** Returns the fields that a person's factors can fill, in the terms of `second_factor_required`. */
export function factorFields(security: SecurityState | undefined): string[] {
  if (!security) return [];
  const { totp, passkeys, recoveryCodesLeft } = security;
  return [...(totp || (passkeys > 0 && recoveryCodesLeft > 0) ? ['code'] : []), ...(passkeys > 0 ? ['passkey'] : [])];
}
