import type { Transaction } from '@ecp/database/database';

/** A tenant's member who has made keys. */
export interface KeyMaker {
  tenantId: string;
  userId: string;
}

/** Revokes the keys that a member has made, and returns their ids (KEY-14). */
export async function revokeKeysOfMember(tx: Transaction, { tenantId, userId }: KeyMaker): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'revoke_keys_of_member',
    text: `update platform.api_keys set revoked_at = now()
      where tenant_id = $1 and created_by = $2 and revoked_at is null returning id`,
    values: [tenantId, userId],
  });
  return rows.map(({ id }) => id);
}

/** Makes another member responsible for the keys that a member has made, and returns their ids (KEY-14). */
export async function takeOverKeysOfMember(
  tx: Transaction,
  { tenantId, userId }: KeyMaker,
  nextUserId: string,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'take_over_keys_of_member',
    text: `update platform.api_keys set created_by = $3
      where tenant_id = $1 and created_by = $2 and revoked_at is null returning id`,
    values: [tenantId, userId, nextUserId],
  });
  return rows.map(({ id }) => id);
}
