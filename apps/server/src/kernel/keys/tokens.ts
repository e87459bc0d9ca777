import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyPurpose, KeyRing } from './key-ring.ts';

/**
 * Returns a secret of 256 random bits as 43 base64url characters, for session cookies and mailed
 * links.
 */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the SHA-256 of a token. Only this is stored, so that a stolen table opens nothing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** One engagement, for one of its runs. */
export interface RunTarget {
  tenantId: string;
  engagementId: string;
  runId: string;
}

/** Makes a token of parts that hold no dot, with a seal that only this installation can make. */
export function sealParts(keys: KeyRing, purpose: KeyPurpose, parts: readonly string[]): string {
  const claim = parts.join('.');
  return `${claim}.${keys.sign(purpose, claim).toString('base64url')}`;
}

/**
 * Returns the parts of a token; null when it was changed, is for another purpose or is not ours.
 */
export function openParts(keys: KeyRing, purpose: KeyPurpose, token: string): string[] | null {
  const at = token.lastIndexOf('.');
  const claim = token.slice(0, Math.max(at, 0));
  const seals = keys.signAll(purpose, claim).map((seal) => seal.toString('base64url'));
  return seals.some((seal) => isEqual(token.slice(at + 1), seal)) ? claim.split('.') : null;
}

/** Compares in a time that does not depend on where the texts differ. */
function isEqual(given: string, right: string): boolean {
  const [left, other] = [Buffer.from(given), Buffer.from(right)];
  return left.length === other.length && timingSafeEqual(left, other);
}
