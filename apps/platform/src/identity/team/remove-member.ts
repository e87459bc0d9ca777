import { ApiError } from '@ecp/contract/declaring/errors';
import type { RemoveMemberQuery } from '@ecp/contract/identity/team';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorUserId, type RequestContext, responsibleUserId } from '../../kernel/context.ts';
import { revokeKeysOfMember, takeOverKeysOfMember } from '../api-keys/keys-of-member.ts';
import { revokeMailedLinks } from '../auth/mailed-links/revoke-mailed-links.ts';
import { lockMember } from './member-rows.ts';
import { requireManageable } from './role-rules.ts';

/**
 * Removes a member with all sessions and mailed links, at once on every process (TEA-13, TEA-15). The keys that the
 * member made end, or become the caller's (KEY-14).
 * Errors: `not_found`, `owner_protected`, `own_membership`, `member_too_high`.
 */
export async function removeMember(
  context: RequestContext,
  userId: string,
  { keys }: RemoveMemberQuery,
): Promise<void> {
  const { principal, tenantId } = context;
  await context.transaction(async (tx) => {
    // Links come before the row, as when a link is followed. The opposite order could deadlock with that.
    await revokeMailedLinks(tx, { tenantId, userId });
    const member = await lockMember(tx, tenantId, userId);
    if (member.role !== 'owner' && actorUserId(principal) === userId) throw new ApiError('own_membership');
    requireManageable(principal, member.role);
    const maker = { tenantId, userId };
    const ids =
      keys === 'take_over'
        ? await takeOverKeysOfMember(tx, maker, responsibleUserId(principal))
        : await revokeKeysOfMember(tx, maker);
    await tx.query({
      name: 'delete_member',
      text: 'delete from platform.users where tenant_id = $1 and id = $2',
      values: [tenantId, userId],
    });
    await recordAudit(tx, context, {
      action: 'team.remove',
      resourceType: 'user',
      resourceId: userId,
      metadata: {
        email: member.email,
        role: member.role,
        [keys === 'take_over' ? 'keysTakenOver' : 'keysRevoked']: ids,
      },
    });
  });
}
