import { createHash, randomBytes } from 'node:crypto';

/** Returns a secret of 256 random bits as 43 base64url characters, for session cookies and mailed links. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the SHA-256 of a token. Only this is stored, so that a stolen table opens nothing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
