import { ApiError } from '@ecp/contract/declaring/errors';
import type { User } from '@ecp/contract/identity/auth';
import type { InviteMemberBody } from '@ecp/contract/identity/team';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorName, actorUserId, type RequestContext } from '../../kernel/context.ts';
import { canonicalEmail } from '../auth/canonical-email.ts';
import { mailInvitation } from '../auth/mailed-links/mail-invitation.ts';
import { toUser, type UserRow, userColumns } from '../sessions/signed-in.ts';
import { requireAssignable } from './role-rules.ts';

/**
 * Adds a member who joins by the mailed link on first login (TEA-4, TEA-5). It does not look at
 * other tenants, so an address that is registered elsewhere is like any other. Errors: `role_too_high`, `email_taken`, `invalid_request`.
 */
export async function inviteMember(context: RequestContext, body: InviteMemberBody): Promise<User> {
  const { services, principal, tenantId } = context;
  requireAssignable(principal, body.role ?? 'member');
  const email = canonicalEmail(body.email);
  return context.commit(async (tx) => {
    const member = await insertMember(tx, context, { ...body, email });
    const { id: userId, role } = member;
    await mailInvitation(tx, services, { tenantId, userId, email, inviterName: actorName(principal) });
    await recordAudit(tx, context, {
      action: 'team.invite',
      resourceType: 'user',
      resourceId: userId,
      metadata: { email, role },
    });
    return toUser(member);
  });
}

/** Of parallel invitations of one address, one succeeds. */
async function insertMember(
  tx: Transaction,
  { principal, tenantId }: RequestContext,
  { email, name = null, role = 'member' }: InviteMemberBody,
): Promise<UserRow> {
  const { rows } = await tx.query<UserRow>({
    name: 'insert_member',
    text: `insert into platform.users as u (id, tenant_id, email, name, role, invited_by)
      values ($1, $2, $3, $4, $5, $6) on conflict (tenant_id, email) do nothing returning ${userColumns}`,
    values: [createId(), tenantId, email, name, role, actorUserId(principal)],
  });
  const [member] = rows;
  if (!member) throw new ApiError('email_taken');
  return member;
}
