import { createHash, randomBytes } from 'node:crypto';

/** A secret of 256 random bits as 43 characters of base64url: session cookies and mailed links. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 of a token: the only form in which it is stored, so that a stolen table opens nothing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
