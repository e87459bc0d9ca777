import { ApiError, type ErrorCode } from '@ecp/contract/declaring/errors';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';

/**
 * Throws `code` if `count` finds as many records as the tenant may have. Callers of one tenant wait for each other
 * until their transactions end, so that parallel requests never exceed the limit (LIM-13).
 */
export async function requireFewer(
  tx: Transaction,
  tenantId: string,
  { count, limit, code }: { count: Statement<{ count: number }>; limit: number; code: ErrorCode },
): Promise<void> {
  await tx.query({
    name: 'lock_count',
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`${code} ${tenantId}`],
  });
  const { rows } = await tx.query(count);
  if ((rows[0]?.count ?? 0) >= limit) throw new ApiError(code, { values: { limit } });
}
