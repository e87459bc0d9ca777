import { randomBytes } from 'node:crypto';

/** Makes a new 128-bit marker for the untrusted texts of one call, as 32 hex digits. Not pure: record it before use. */
export function newFence(): string {
  return randomBytes(16).toString('hex');
}
