import type { Claim } from '../document/split-claims.ts';
import type { EvidenceMaterial } from '../material.ts';

/** Returns true for a sentence that names the client: it is about the engagement, not the world outside. */
export function namesClient({ sentence }: Claim, { assignment }: EvidenceMaterial): boolean {
  const [, client = ''] = assignment;
  const name = /^\p{Lu}\p{L}{3,}/u.exec(client)?.[0];
  return name !== undefined && sentence.includes(name);
}
