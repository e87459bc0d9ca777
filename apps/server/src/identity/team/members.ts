import { ApiError } from '@ecp/contract/declaring/errors';
import type { User } from '@ecp/contract/identity/auth';
import type {
  InviteMemberBody,
  ListTeamQuery,
  RemoveMemberQuery,
  UpdateMemberBody,
} from '@ecp/contract/identity/team';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import {
  actorName,
  actorUserId,
  ofWholeTenant,
  type RequestContext,
  responsibleUserId,
} from '../../kernel/context.ts';
import { requireFewer } from '../../kernel/limits/refusals.ts';
import { afterCursor, createdMicrosColumn, cutPage } from '../../kernel/lists.ts';
import { enqueueMail } from '../../kernel/mail/enqueue-mail.ts';
import { reassignKeysOfMember, revokeKeysOfMember } from '../api-keys/api-keys.ts';
import { canonicalEmail } from '../credentials/email-addresses.ts';
import { revokeMailedLinks } from '../credentials/email-tokens.ts';
import { mailInvitation } from '../credentials/mailed-links.ts';
import { deleteAllFactors } from '../second-factor/factor-rows.ts';
import { recordFactorChange } from '../second-factor/pass-factor.ts';
import { requireSession } from '../sessions/session-principal.ts';
import { toUser, type UserRow, userColumns } from '../sessions/signed-in.ts';
import { readTenantName } from '../tenants/tenants.ts';
import { lockMember, requireAssignable, requireManageable } from './member-rows.ts';

/** Members of one team, invited ones included. */
export const maxMembers = 1_000;

/**
 * Adds a member who joins by the mailed link; an address that other tenants have is like any other.
 * Errors: `role_too_high`, `email_taken`, `invalid_request`, `member_limit_reached`.
 */
export async function inviteMember(context: RequestContext, body: InviteMemberBody): Promise<User> {
  const { services, principal, tenantId } = context;
  requireAssignable(principal, body.role ?? 'member');
  const email = canonicalEmail(body.email);
  return context.commit(async (tx) => {
    const count = countMembers(tenantId);
    await requireFewer(tx, tenantId, { count, limit: maxMembers, code: 'member_limit_reached' });
    const member = await insertMember(tx, context, { ...body, email });
    const { id: userId, role } = member;
    await mailInvitation(tx, services, {
      tenantId,
      userId,
      email,
      inviterName: actorName(principal),
    });
    await recordAudit(tx, context, {
      action: 'team.invite',
      resourceType: 'user',
      resourceId: userId,
      metadata: { email, role },
    });
    return toUser(member);
  });
}

/**
 * Selects since when the members of a team are in it, and until when those are who were switched
 * off.
 */
export const selectTeamPeriods = (
  tenantId: string,
): Statement<{ id: string; name: string; created_at: Date; deactivated_at: Date | null }> => ({
  name: 'select_team_periods',
  text: `select id, coalesce(name, email) as name, created_at, deactivated_at from platform.users
    where tenant_id = $1 order by created_at, id`,
  values: [tenantId],
});

/** Counts the members of a tenant. */
export const countMembers = (tenantId: string): Statement<{ count: number }> => ({
  name: 'count_members',
  text: 'select count(*)::integer as count from platform.users where tenant_id = $1',
  values: [tenantId],
});

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

/** Default page length. It covers every realistic team. */
const defaultPage = 1_000;

/** A page of the team. `nextCursor` is null on the last page. */
export interface TeamPage {
  members: User[];
  nextCursor: string | null;
}

type ListedRow = UserRow & { created_micros: string };

/**
 * Lists the tenant's members, invited ones too, oldest first. Error: `invalid_request` for a
 * malformed cursor.
 */
export async function listTeam(
  { services, tenantId }: RequestContext,
  query: ListTeamQuery,
): Promise<TeamPage> {
  const limit = query.limit ?? defaultPage;
  const [found] = await services.database.batchTenant(tenantId, [
    selectPage(tenantId, query, limit + 1),
  ]);
  const { rows, nextCursor } = cutPage(found, limit);
  return { members: rows.map(toUser), nextCursor };
}

function selectPage(tenantId: string, query: ListTeamQuery, rows: number): Statement<ListedRow> {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const ofTenant = `tenant_id = ${place(tenantId)}`;
  const after =
    query.cursor === undefined ? '' : `and ${afterCursor(query.cursor, place, 'oldest')}`;
  return {
    name: `list_team${after && ' after'}`,
    text: `select ${userColumns}, ${createdMicrosColumn} from platform.users u where ${ofTenant} ${after}
      order by created_at, id limit ${place(rows)}`,
    values,
  };
}

/**
 * Gives a member another role from the next request on. Errors: `own_role`, `not_found`, those of
 * the role rules.
 */
export async function updateMember(
  context: RequestContext,
  userId: string,
  { role }: UpdateMemberBody,
): Promise<User> {
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

/**
 * Removes a member with sessions and mailed links at once; the member's keys end or become the
 * caller's. Errors: `not_found`, `owner_protected`, `own_membership`, `member_too_high`.
 */
export async function removeMember(
  context: RequestContext,
  userId: string,
  { keys }: RemoveMemberQuery,
): Promise<void> {
  const { principal, tenantId } = context;
  await ofWholeTenant(context).transaction(async (tx) => {
    // Links come before the row, as when a link is followed. The opposite order could deadlock with
    // that.
    await revokeMailedLinks(tx, { tenantId, userId });
    const member = await lockMember(tx, tenantId, userId);
    if (member.role !== 'owner' && actorUserId(principal) === userId)
      throw new ApiError('own_membership');
    requireManageable(principal, member.role);
    const maker = { tenantId, userId };
    const keysTakenOver =
      keys === 'take_over'
        ? await reassignKeysOfMember(tx, maker, responsibleUserId(principal))
        : undefined;
    // Assistants act for their person alone, so nobody takes them over.
    const keysRevoked = await expelMember(tx, maker);
    await recordAudit(tx, context, {
      action: 'team.remove',
      resourceType: 'user',
      resourceId: userId,
      metadata: {
        email: member.email,
        role: member.role,
        ...(keysTakenOver ? { keysTakenOver } : { keysRevoked }),
      },
    });
  });
}

/**
 * Deletes a locked member with all sessions and mailed links, and revokes the keys. Returns the ids
 * of the keys.
 */
export async function expelMember(
  tx: Transaction,
  member: { tenantId: string; userId: string },
): Promise<string[]> {
  const revoked = await revokeKeysOfMember(tx, member);
  await tx.query({
    name: 'delete_member',
    text: 'delete from platform.users where tenant_id = $1 and id = $2',
    values: [member.tenantId, member.userId],
  });
  return revoked;
}

/**
 * Removes a member's factors, with a mail. Errors: `not_found`, `owner_protected`,
 * `member_too_high`, `no_second_factor`.
 */
export async function removeMemberFactors(context: RequestContext, userId: string): Promise<void> {
  const { services, tenantId, ipAddress } = context;
  const session = requireSession(context);
  await context.transaction(async (tx) => {
    const member = await lockMember(tx, tenantId, userId);
    requireManageable(session, member.role);
    if (!(await deleteAllFactors(tx, { tenantId, userId }))) throw new ApiError('no_second_factor');
    const owner = { tenantId, userId, ipAddress };
    await recordFactorChange(tx, services, owner, {
      change: 'removed_by_admin',
      by: session.userId,
    });
  });
}

/**
 * Confirms the address that a directory has given a member: it signs in again, and memberships of
 * walls stand. The former address is told. An address that is confirmed stays so. Errors:
 * `not_found`, `own_address`.
 */
export async function confirmMemberAddress(context: RequestContext, userId: string): Promise<User> {
  const { principal, tenantId, services } = context;
  if (responsibleUserId(principal) === userId) throw new ApiError('own_address');
  return context.transaction(async (tx) => {
    // As changes of walls do, before the row.
    await tx.query({
      name: 'lock_walls',
      text: 'select platform.lock_walls($1)',
      values: [tenantId],
    });
    const member = await lockMember(tx, tenantId, userId);
    if (member.unconfirmed_at === null && member.walls_rest_since === null) return toUser(member);
    const former = await readFormerAddress(tx, tenantId, userId);
    await tx.query({
      name: 'confirm_address',
      text: `update platform.users set unconfirmed_at = null, former_email = null where tenant_id = $1 and id = $2`,
      values: [tenantId, userId],
    });
    await tx.query({
      name: 'return_to_walls',
      text: 'select platform.return_to_walls($1, $2)',
      values: [tenantId, userId],
    });
    const { email, language } = member;
    await recordAudit(tx, context, {
      action: 'team.confirm_address',
      resourceType: 'user',
      resourceId: userId,
      metadata: { email, from: former, wallsSuspended: member.walls_rest_since !== null },
    });
    if (former !== null) {
      const tenantName = await readTenantName(tx, tenantId);
      const mail = { kind: 'addressConfirmed', tenantName, email, to: former, language } as const;
      await enqueueMail(tx, services, { ...mail, tenantId });
    }
    return toUser({ ...member, unconfirmed_at: null, walls_rest_since: null });
  });
}

/** Reads the address before an unconfirmed one; null where there is none. */
async function readFormerAddress(
  tx: Transaction,
  tenantId: string,
  userId: string,
): Promise<string | null> {
  const { rows } = await tx.query<{ former_email: string | null }>({
    name: 'read_former_address',
    text: 'select former_email from platform.users where tenant_id = $1 and id = $2',
    values: [tenantId, userId],
  });
  return rows[0]?.former_email ?? null;
}
