import type { Transaction } from '@ecp/database/database';
import type { Services } from '../../kernel/services.ts';
import type { FactorOwner } from './factor-owner.ts';
import { findStep, unsealTotpSecret } from './totp.ts';

/** The secret that a code must belong to: the active one, or the one that waits for its first code. */
type SecretState = 'confirmed' | 'pending';

/**
 * Uses up a code of the row's authenticator app and confirms a pending secret. Returns false for a wrong code and for
 * one whose time step, or a later one, has been used; null without such a secret. Of simultaneous uses one succeeds
 * (SFA-2).
 */
export async function acceptTotpCode(
  tx: Transaction,
  { keys, clock }: Pick<Services, 'keys' | 'clock'>,
  owner: FactorOwner,
  { code, state }: { code: string; state: SecretState },
): Promise<boolean | null> {
  const sealed = await lockSecret(tx, owner, state);
  if (!sealed) return null;
  const step = findStep(unsealTotpSecret(keys, owner, sealed), code.replace(/\s/g, ''), clock.now());
  if (step === null) return false;
  const { rowCount } = await tx.query({
    name: 'accept_totp_step',
    text: `update platform.totp_factors set last_step = $3, confirmed_at = coalesce(confirmed_at, now())
      where tenant_id = $1 and user_id = $2 and last_step < $3`,
    values: [owner.tenantId, owner.userId, step],
  });
  return rowCount > 0;
}

/** Locks the row, so that simultaneous uses take turns and the secret is not replaced meanwhile. */
async function lockSecret(tx: Transaction, owner: FactorOwner, state: SecretState): Promise<Buffer | undefined> {
  const { rows } = await tx.query<{ sealed_secret: Buffer }>({
    name: 'lock_totp_secret',
    text: `select sealed_secret from platform.totp_factors
      where tenant_id = $1 and user_id = $2 and (confirmed_at is not null) = $3 for update`,
    values: [owner.tenantId, owner.userId, state === 'confirmed'],
  });
  return rows[0]?.sealed_secret;
}
