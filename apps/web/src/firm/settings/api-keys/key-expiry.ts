import type { ApiKey } from '@ecp/contract/identity/api-keys';
import { endOfDay } from '../../../base/format/days.ts';

type KeyState = 'active' | 'expired' | 'revoked';

export function keyState(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  nowMs = Date.now(),
): KeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs ? 'expired' : 'active';
}

export const expiryChoices = ['90', '30', '365', 'date', 'never'] as const;
export type ExpiryChoice = (typeof expiryChoices)[number];

const dayMs = 86_400_000;

/**
 * Returns when a key that is created now expires; null for never. A chosen `day` (YYYY-MM-DD) is
 * included.
 */
export function readExpiry(choice: ExpiryChoice, day: string, nowMs = Date.now()): string | null {
  if (choice === 'never') return null;
  return choice === 'date'
    ? (endOfDay(day) ?? null)
    : new Date(nowMs + Number(choice) * dayMs).toISOString();
}
