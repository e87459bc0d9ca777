import { Secret, TOTP } from 'otpauth';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import type { FactorOwner } from './factor-owner.ts';

/** Steps before and after the current one whose codes are accepted (SFA-2). */
const window = 1;
/** RFC 4226 recommends a secret as long as SHA-1's output. */
const secretBytes = 20;

/** Makes a random secret in Base32, as authenticator apps take it. */
export function createTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** Returns the `otpauth://` address of a secret, which apps read from a QR code. */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  // A colon separates issuer and account.
  return openTotp(secret, { issuer: issuer.replaceAll(':', ' '), label: account }).toString();
}

/** Returns the time step that a code belongs to; null if it is not a code of the accepted steps around `now`. */
export function findStep(secret: string, code: string, now: Date): number | null {
  const totp = openTotp(secret);
  const timestamp = now.getTime();
  const delta = /^\d{6}$/.test(code) ? totp.validate({ token: code, timestamp, window }) : null;
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** Encrypts a secret for its row. */
export function sealTotpSecret(keys: KeyRing, owner: FactorOwner, secret: string): Buffer {
  return keys.encrypt('totp secrets', placeOf(owner), secret);
}

/** Decrypts a secret. Throws if it was encrypted for another row or by another installation. */
export function unsealTotpSecret(keys: KeyRing, owner: FactorOwner, sealed: Buffer): string {
  return keys.decrypt('totp secrets', placeOf(owner), sealed);
}

/** SHA-1, 6 digits and 30 seconds are what every authenticator app supports. */
const openTotp = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });

const placeOf = ({ tenantId, userId }: FactorOwner) => `totp ${tenantId} ${userId}`;
