import { createHash } from 'node:crypto';
import type { AttemptPlan } from './plan-attempt.ts';
import type { ReadyPrompt } from './prepare-prompt.ts';

/**
 * Returns the SHA-256 of everything that an attempt asks, in hexadecimal: system text, parts with the hashes of their
 * images, the answer's schema, earlier turns of tools, and what was wrong with the answer before.
 */
export function hashPrompt({ system, parts, schema, offer }: ReadyPrompt, { correction }: AttemptPlan): string {
  const shown = parts.map(({ text, image }) => ({ text, image: image?.sha256 ?? null }));
  const asked = { system, parts: shown, schema, turns: offer?.turns ?? [], correction };
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}
