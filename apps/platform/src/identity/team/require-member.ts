import { ApiError } from '@ecp/contract/declaring/errors';
import type { Database } from '@ecp/database/database';

/** Checks that the tenant has the member whom a request names, if it names one (ENG-28). Error: `unknown_owner`. */
export async function requireMember(
  database: Database,
  tenantId: string,
  userId: string | null | undefined,
): Promise<void> {
  if (userId === null || userId === undefined) return;
  const [[member]] = await database.batchTenant<[{ id: string }]>(tenantId, [
    {
      name: 'select_member_id',
      text: 'select id from platform.users where tenant_id = $1 and id = $2',
      values: [tenantId, userId],
    },
  ]);
  if (!member) throw new ApiError('unknown_owner');
}
