import { ApiError } from '@ecp/contract/declaring/errors';
import type { User } from '@ecp/contract/identity/auth';
import type { UpdateMemberBody } from '@ecp/contract/identity/team';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorUserId, type RequestContext } from '../../kernel/context.ts';
import { toUser } from '../sessions/signed-in.ts';
import { lockMember } from './member-rows.ts';
import { requireAssignable, requireManageable } from './role-rules.ts';

/**
 * Gives a member another role, which takes effect with the next request (TEA-8, TEA-15).
 * Errors: `own_role` for everybody, including the owner; `not_found`; those of the role rules.
 */
export async function updateMember(context: RequestContext, userId: string, { role }: UpdateMemberBody): Promise<User> {
  const { principal, tenantId } = context;
  if (actorUserId(principal) === userId) throw new ApiError('own_role');
  return context.transaction(async (tx) => {
    const member = await lockMember(tx, tenantId, userId);
    requireManageable(principal, member.role);
    requireAssignable(principal, role);
    await tx.query({
      name: 'update_member_role',
      text: 'update platform.users set role = $3 where tenant_id = $1 and id = $2',
      values: [tenantId, userId, role],
    });
    await recordAudit(tx, context, {
      action: 'team.update_role',
      resourceType: 'user',
      resourceId: userId,
      metadata: { email: member.email, from: member.role, to: role },
    });
    return toUser({ ...member, role });
  });
}
