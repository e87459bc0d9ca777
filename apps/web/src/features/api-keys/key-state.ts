import type { ApiKey } from '@ecp/contract/identity/api-keys';

export type KeyState = 'active' | 'expired' | 'revoked';

/** Returns whether a key is active, expired or revoked (KEY-9). */
export function keyState(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  nowMs = Date.now(),
): KeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs ? 'expired' : 'active';
}
