import type { User } from '@ecp/contract/auth';
import { toUser, type UserRow, userColumns } from '../auth/signed-in.ts';
import type { RequestContext } from '../context.ts';

/** All members of the tenant, invited ones included, the oldest first (specification, Team). */
export async function listTeam({ services, tenantId }: RequestContext): Promise<User[]> {
  const [rows = []] = await services.database.batchTenant(tenantId, [
    {
      name: 'list_team',
      text: `select ${userColumns} from platform.users u where u.tenant_id = $1 order by u.created_at, u.id`,
      values: [tenantId],
    },
  ]);
  return (rows as UserRow[]).map(toUser);
}
