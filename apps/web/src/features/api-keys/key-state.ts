import type { ApiKey } from '@ecp/contract/identity/api-keys';

export type KeyState = 'active' | 'expired' | 'revoked';

/** Whether a key still opens anything (KEY-9). */
export function keyState(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  nowMs = Date.now(),
): KeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs ? 'expired' : 'active';
}
