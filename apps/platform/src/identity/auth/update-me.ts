import { ApiError } from '@ecp/contract/declaring/errors';
import type { UpdateMeBody, User } from '@ecp/contract/identity/auth';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { requireSession } from '../sessions/own-session.ts';
import { toUser, type UserRow, userColumns } from '../sessions/signed-in.ts';

/**
 * Changes the caller's name in this tenant (AUT-24). What the person has written before keeps the name of then. The
 * audit log says that the name changed, and not how.
 */
export async function updateMe(context: RequestContext, { name }: UpdateMeBody): Promise<User> {
  const { tenantId, userId } = requireSession(context);
  return context.commit(async (tx) => {
    const { rows } = await tx.query<UserRow>({
      name: 'update_my_name',
      text: `update platform.users u set name = $3 where u.tenant_id = $1 and u.id = $2 returning ${userColumns}`,
      values: [tenantId, userId, name.trim()],
    });
    const [user] = rows;
    if (!user) throw new ApiError('authentication_required');
    await recordAudit(tx, context, { action: 'auth.update_name', resourceType: 'user', resourceId: userId });
    return toUser(user);
  });
}
