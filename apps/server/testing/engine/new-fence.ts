import { randomBytes } from 'node:crypto';

/**
 * Makes a marker for untrusted texts as the database makes one for each run: 128 random bits as 32
 * hex digits.
 */
export function newFence(): string {
  return randomBytes(16).toString('hex');
}
