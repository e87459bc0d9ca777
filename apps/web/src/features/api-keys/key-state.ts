import type { ApiKey } from '@ecp/contract/api-keys';

export type KeyState = 'active' | 'expired' | 'revoked';

/** Whether a key still opens anything (specification, States, API key). */
export function keyState(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  nowMs = Date.now(),
): KeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs ? 'expired' : 'active';
}
