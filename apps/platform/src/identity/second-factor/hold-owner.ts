import { ApiError } from '@ecp/contract/declaring/errors';
import type { Transaction } from '@ecp/database/database';
import type { FactorOwner } from './factor-owner.ts';

/**
 * Lets changes of a row's factors take turns, and prevents its removal, until the transaction ends. Take this lock
 * before those of the factors. Error: `authentication_required` if the row is gone.
 */
export async function holdFactorOwner(tx: Transaction, { tenantId, userId }: FactorOwner): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'hold_factor_owner',
    text: 'select from platform.users where tenant_id = $1 and id = $2 for no key update',
    values: [tenantId, userId],
  });
  if (rowCount === 0) throw new ApiError('authentication_required');
}
