import type { KeyScope } from '@ecp/contract/identity/api-keys';
import type { Transaction } from '@ecp/database/database';

/** A key whose row is locked. */
export interface LockedKey {
  name: string;
  prefix: string;
  scope: KeyScope;
  engagement_id: string | null;
  revoked: boolean;
  /** Expiry of the key that replaces this one: the same, or the same lifetime again if that is past. */
  next_expires_at: Date | null;
}

/** Locks a key until the transaction ends, so that parallel changes take turns. Returns undefined if there is none. */
export async function lockKey(tx: Transaction, tenantId: string, keyId: string): Promise<LockedKey | undefined> {
  const { rows } = await tx.query<LockedKey>({
    name: 'lock_key',
    text: `select name, prefix, scope, engagement_id, revoked_at is not null as revoked,
        case when expires_at > now() then expires_at else now() + (expires_at - created_at) end as next_expires_at
      from platform.api_keys where tenant_id = $1 and id = $2 for update`,
    values: [tenantId, keyId],
  });
  return rows[0];
}

/** Revokes a locked key: it stops authenticating when the transaction commits (KEY-8). */
export async function markRevoked(tx: Transaction, tenantId: string, keyId: string): Promise<void> {
  await tx.query({
    name: 'revoke_key',
    text: 'update platform.api_keys set revoked_at = now() where tenant_id = $1 and id = $2',
    values: [tenantId, keyId],
  });
}
