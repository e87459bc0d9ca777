import { createHash } from 'node:crypto';

/**
 * Draws from the standard normal distribution by a seed. The same text gives the same number, so that a repeated step
 * decides the same and a decision can be retraced (Box–Muller with 96 bits of SHA-256).
 */
export function drawNormal(seed: string): number {
  const bytes = createHash('sha256').update(seed).digest();
  // The value is never 0, which has no logarithm.
  const radius = (bytes.readUIntBE(0, 6) + 1) / 2 ** 48;
  const angle = bytes.readUIntBE(6, 6) / 2 ** 48;
  return Math.sqrt(-2 * Math.log(radius)) * Math.cos(2 * Math.PI * angle);
}
