import { timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';

/** The scope of a token: the tables of one engagement, for one of its runs. */
export interface QueryTarget {
  tenantId: string;
  engagementId: string;
  runId: string;
}

const purpose = 'query access';

/**
 * Makes the token with which a run queries the tables of its engagement (TAB-15). The same target has the same token,
 * so that a repeated start request does not differ. It has no expiry: whoever checks it also checks that the run is
 * active.
 */
export function signQueryToken(keys: KeyRing, { tenantId, engagementId, runId }: QueryTarget): string {
  const claim = [tenantId, engagementId, runId].join('.');
  return `${claim}.${keys.sign(purpose, claim).toString('base64url')}`;
}

/** Returns the target of a token; null when it was changed or is not ours. */
export function readQueryToken(keys: KeyRing, token: string): QueryTarget | null {
  const at = token.lastIndexOf('.');
  const claim = token.slice(0, Math.max(at, 0));
  const seals = keys.signAll(purpose, claim).map((seal) => seal.toString('base64url'));
  if (!seals.some((seal) => isEqual(token.slice(at + 1), seal))) return null;
  const [tenantId, engagementId, runId] = claim.split('.');
  return tenantId && engagementId && runId ? { tenantId, engagementId, runId } : null;
}

/** Compares in a time that does not depend on where the texts differ. */
function isEqual(given: string, right: string): boolean {
  const [left, other] = [Buffer.from(given), Buffer.from(right)];
  return left.length === other.length && timingSafeEqual(left, other);
}
