import { ApiError } from '@ecp/contract/declaring/errors';
import type { RequestContext } from '../../kernel/context.ts';
import { deleteAllFactors } from '../second-factor/change-factors.ts';
import { recordFactorChange } from '../second-factor/record-factor-change.ts';
import { lockMember } from '../team/member-rows.ts';
import { requireManageable } from '../team/role-rules.ts';
import { callerSession } from './caller-session.ts';

/**
 * Removes all factors of a member below the caller, who has lost them (SFA-17). The member is told by mail. Errors:
 * `not_found`, `owner_protected`, `member_too_high`, `no_second_factor`.
 */
export async function removeMemberFactors(context: RequestContext, userId: string): Promise<void> {
  const { services, tenantId, ipAddress } = context;
  const { session } = callerSession(context);
  await context.transaction(async (tx) => {
    const member = await lockMember(tx, tenantId, userId);
    requireManageable(session, member.role);
    if (!(await deleteAllFactors(tx, { tenantId, userId }))) throw new ApiError('no_second_factor');
    const owner = { tenantId, userId, ipAddress };
    await recordFactorChange(tx, services, owner, { change: 'removed_by_admin', by: session.userId });
  });
}
