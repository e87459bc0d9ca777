import { ApiError } from '@ecp/contract/declaring/errors';
import type { Database, Transaction } from '@ecp/database/database';
import { type UserRow, userColumns } from '../sessions/signed-in.ts';

/** Throws `not_found` unless the tenant has the member. An unreadable row looks missing (architecture, rule 4). */
export async function requireMember(database: Database, tenantId: string, userId: string): Promise<void> {
  const [rows] = await database.batchTenant(tenantId, [
    {
      name: 'select_member_exists',
      text: 'select from platform.users where tenant_id = $1 and id = $2',
      values: [tenantId, userId],
    },
  ]);
  if (rows.length === 0) throw new ApiError('not_found');
}

/**
 * Reads a member and locks the row until the transaction ends, so that parallel changes take turns. Error: `not_found`.
 */
export async function lockMember(tx: Transaction, tenantId: string, userId: string): Promise<UserRow> {
  const { rows } = await tx.query<UserRow>({
    name: 'lock_member',
    text: `select ${userColumns} from platform.users u where u.tenant_id = $1 and u.id = $2 for update`,
    values: [tenantId, userId],
  });
  const [member] = rows;
  if (!member) throw new ApiError('not_found');
  return member;
}
