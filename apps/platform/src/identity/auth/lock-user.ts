import type { Transaction } from '@ecp/database/database';
import type { TokenOwner } from './email-tokens.ts';

/** Prevents the removal of a user until the transaction ends. Returns false if the user is already gone. */
export async function lockUser(tx: Transaction, { tenantId, userId }: TokenOwner): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'hold_user',
    text: 'select from platform.users where tenant_id = $1 and id = $2 for no key update',
    values: [tenantId, userId],
  });
  return rowCount > 0;
}
