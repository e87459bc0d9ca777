import type { KeyPurpose, KeyRing } from './key-ring.ts';
import { openParts, sealParts } from './sealed-parts.ts';

/** The scope of a token: one engagement, for one of its runs. */
export interface RunTarget {
  tenantId: string;
  engagementId: string;
  runId: string;
}

/** The service that a run's token opens: the tables of the engagement, or the web (TAB-15, RES-2). */
export type RunAccessPurpose = Extract<KeyPurpose, 'query access' | 'research access'>;

/**
 * Makes the token with which a run does one kind of thing. The same target has the same token, so that a repeated start
 * request does not differ. It has no expiry: whoever checks it also checks that the run is active.
 */
export function signRunToken(
  keys: KeyRing,
  purpose: RunAccessPurpose,
  { tenantId, engagementId, runId }: RunTarget,
): string {
  return sealParts(keys, purpose, [tenantId, engagementId, runId]);
}

/** Returns the target of a token; null when it was changed, is for another purpose or is not ours. */
export function readRunToken(keys: KeyRing, purpose: RunAccessPurpose, token: string): RunTarget | null {
  const [tenantId, engagementId, runId] = openParts(keys, purpose, token) ?? [];
  return tenantId && engagementId && runId ? { tenantId, engagementId, runId } : null;
}
