import type { Transaction } from '@ecp/database/database';
import { Secret, TOTP } from 'otpauth';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import type { Services } from '../../kernel/services.ts';
import type { FactorOwner } from './factor-rows.ts';

/**
 * The secret that a code must belong to: the active one, or the one that waits for its first code.
 */
type SecretState = 'confirmed' | 'pending';

/**
 * Uses up a code and confirms a pending secret. False for a wrong code or one of a used or earlier
 * step; null without a secret. Of simultaneous uses one succeeds.
 */
export async function acceptTotpCode(
  tx: Transaction,
  { keys, clock }: Pick<Services, 'keys' | 'clock'>,
  owner: FactorOwner,
  { code, state }: { code: string; state: SecretState },
): Promise<boolean | null> {
  const sealed = await lockSecret(tx, owner, state);
  if (!sealed) return null;
  const step = findStep(
    unsealTotpSecret(keys, owner, sealed),
    code.replace(/\s/g, ''),
    clock.now(),
  );
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
async function lockSecret(
  tx: Transaction,
  owner: FactorOwner,
  state: SecretState,
): Promise<Buffer | undefined> {
  const { rows } = await tx.query<{ sealed_secret: Buffer }>({
    name: 'lock_totp_secret',
    text: `select sealed_secret from platform.totp_factors
      where tenant_id = $1 and user_id = $2 and (confirmed_at is not null) = $3 for update`,
    values: [owner.tenantId, owner.userId, state === 'confirmed'],
  });
  return rows[0]?.sealed_secret;
}

/** Steps before and after the current one whose codes are accepted. */
const acceptedSteps = 1;
/** RFC 4226 recommends a secret as long as SHA-1's output. */
const secretBytes = 20;

/** Makes a random secret in Base32, as authenticator apps take it. */
export function createTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** Returns the `otpauth://` address of a secret, which apps read from a QR code. */
export function totpUri(
  secret: string,
  { issuer, account }: { issuer: string; account: string },
): string {
  // A colon separates issuer and account.
  return openTotp(secret, { issuer: issuer.replaceAll(':', ' '), label: account }).toString();
}

/**
 * Returns the time step that a code belongs to; null if it is not a code of the accepted steps
 * around `now`.
 */
function findStep(secret: string, code: string, now: Date): number | null {
  const totp = openTotp(secret);
  const timestamp = now.getTime();
  const delta = /^\d{6}$/.test(code)
    ? totp.validate({ token: code, timestamp, window: acceptedSteps })
    : null;
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

export function sealTotpSecret(keys: KeyRing, owner: FactorOwner, secret: string): Buffer {
  return keys.encrypt('totp secrets', placeOf(owner), secret);
}

/** Decrypts a secret. Throws if it was encrypted for another row or by another installation. */
function unsealTotpSecret(keys: KeyRing, owner: FactorOwner, sealed: Buffer): string {
  return keys.decrypt('totp secrets', placeOf(owner), sealed);
}

/** SHA-1, 6 digits and 30 seconds are what every authenticator app supports. */
const openTotp = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  });

const placeOf = ({ tenantId, userId }: FactorOwner) => `totp ${tenantId} ${userId}`;

const secretsAtOnce = 500;

interface SealedRow {
  tenant_id: string;
  user_id: string;
  sealed_secret: Buffer;
}

/**
 * Encrypts TOTP secrets with the writing secret and returns how many no secret opens. Repeatable.
 */
export async function renewTotpSecrets(
  services: Pick<Services, 'database' | 'keys'>,
  signal: AbortSignal,
): Promise<number> {
  let left = 0;
  let after = { tenantId: '', userId: '' };
  while (!signal.aborted) {
    const batch = await services.database.withSystem((tx) => renewBatch(tx, services, after));
    left += batch.left;
    if (!batch.last) break;
    after = batch.last;
  }
  return left;
}

async function renewBatch(
  tx: Transaction,
  { keys }: Pick<Services, 'keys'>,
  after: { tenantId: string; userId: string },
): Promise<{ left: number; last: typeof after | null }> {
  const { rows } = await tx.query<SealedRow>({
    name: 'select_old_totp_secrets',
    text: `select tenant_id, user_id, sealed_secret from platform.totp_factors
      where not starts_with(encode(sealed_secret, 'hex'), $1) and (tenant_id, user_id) > ($2, $3)
      order by tenant_id, user_id limit $4 for update skip locked`,
    values: [
      Buffer.from(keys.writingId, 'base64url').toString('hex'),
      after.tenantId,
      after.userId,
      secretsAtOnce,
    ],
  });
  const renewed = rows.flatMap((row) => {
    const owner = { tenantId: row.tenant_id, userId: row.user_id };
    const secret = tryUnseal(keys, owner, row.sealed_secret);
    return secret === null ? [] : [{ ...owner, sealed: sealTotpSecret(keys, owner, secret) }];
  });
  await tx.query({
    name: 'renew_totp_secrets',
    text: `update platform.totp_factors f set sealed_secret = renewed.sealed
      from unnest($1::text[], $2::text[], $3::bytea[]) as renewed (tenant_id, user_id, sealed)
      where f.tenant_id = renewed.tenant_id and f.user_id = renewed.user_id`,
    values: [
      renewed.map(({ tenantId }) => tenantId),
      renewed.map(({ userId }) => userId),
      renewed.map(({ sealed }) => sealed),
    ],
  });
  const last = rows.length === secretsAtOnce ? rows.at(-1) : undefined;
  return {
    left: rows.length - renewed.length,
    last: last ? { tenantId: last.tenant_id, userId: last.user_id } : null,
  };
}

/**
 * Returns null for a secret that no key of the ring opens. It is counted, and its owner still has
 * recovery codes.
 */
function tryUnseal(...parameters: Parameters<typeof unsealTotpSecret>): string | null {
  try {
    return unsealTotpSecret(...parameters);
  } catch {
    return null;
  }
}
