import { createHash } from 'node:crypto';

/**
 * Draws a number from 0 to below 1 by a seed. The same text gives the same number, so that a repeated step decides the
 * same and a decision can be retraced.
 */
export function drawShare(seed: string): number {
  return createHash('sha256').update(seed).digest().readUIntBE(0, 6) / 2 ** 48;
}
