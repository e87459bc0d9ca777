import { ApiError } from '@ecp/contract/declaring/errors';
import { roles } from '@ecp/contract/identity/auth';
import type { GivenRole } from '@ecp/contract/identity/sso';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { type AuditActor, recordAudit } from '../../kernel/audit/record-audit.ts';
import { requireFewer } from '../../kernel/limits/refusals.ts';
import type { CanonicalEmail } from '../credentials/email-addresses.ts';
import { type UserRow, userColumns } from '../sessions/signed-in.ts';
import { countMembers, maxMembers } from '../team/members.ts';

/** The source of an entry or a role: the provider at a sign-in, or the directory. */
type Through = 'sso' | 'scim';

/**
 * Characters that no name has: they are not shown, end a line, or turn the direction of the text
 * around them.
 */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * Returns the name that a provider or a directory gives, on one line; null for one without a
 * visible character. Nobody who signs in could correct a name that was refused.
 */
export function toPersonName(text: string | null): string | null {
  const name = (text ?? '').slice(0, 200).replace(unprintable, ' ').trim();
  return name === '' ? null : name;
}

/** The rules by which groups of a provider or a directory give roles. */
interface RoleRules {
  defaultRole: GivenRole;
  groupRoles: readonly { group: string; role: GivenRole }[];
}

/**
 * Reads the rules of a tenant; a tenant without a connection has the role `member` for all, and no
 * groups.
 */
export async function readRoleRules(tx: Transaction, tenantId: string): Promise<RoleRules> {
  const { rows } = await tx.query<RoleRules>({
    name: 'read_sso_role_rules',
    text: `select default_role as "defaultRole", group_roles as "groupRoles" from platform.sso_connections
      where tenant_id = $1`,
    values: [tenantId],
  });
  return rows[0] ?? { defaultRole: 'member', groupRoles: [] };
}

/**
 * Returns the highest role of the groups, compared to the letter; without one the role of
 * everybody.
 */
export function roleOfGroups(
  { defaultRole, groupRoles }: RoleRules,
  groups: readonly string[],
): GivenRole {
  const named = new Set(groups);
  const given = new Set(groupRoles.flatMap(({ group, role }) => (named.has(group) ? [role] : [])));
  return (
    roles.find((role): role is GivenRole => role !== 'owner' && given.has(role)) ?? defaultRole
  );
}

interface NewPerson {
  tenantId: string;
  email: CanonicalEmail;
  name: string | null;
  role: GivenRole;
  ipAddress: string | null;
  metadata?: AuditActor['metadata'] | undefined;
}

/**
 * Makes a member whom the tenant's provider or directory names, without a mail. Errors:
 * `member_limit_reached`, `email_taken`.
 */
export async function makePerson(
  tx: Transaction,
  { tenantId, email, name, role, ipAddress, metadata }: NewPerson,
  through: Through,
): Promise<UserRow> {
  const count = countMembers(tenantId);
  await requireFewer(tx, tenantId, { count, limit: maxMembers, code: 'member_limit_reached' });
  const { rows } = await tx.query<UserRow>({
    name: 'make_person',
    text: `insert into platform.users as u (id, tenant_id, email, name, role) values ($1, $2, $3, $4, $5)
      on conflict (tenant_id, email) do nothing returning ${userColumns}`,
    values: [createId(), tenantId, email, name, role],
  });
  const [user] = rows;
  if (!user) throw new ApiError('email_taken');
  const by = through === 'sso' ? user.id : null;
  const actor = { tenantId, userId: by, ipAddress, ...(metadata && { metadata }) };
  await recordAudit(tx, actor, {
    action: 'team.enter',
    resourceType: 'user',
    resourceId: user.id,
    metadata: { email, role, through },
  });
  return user;
}

/**
 * Returns true if a directory has put a member into groups: a sign-in without groups then says
 * nothing of the role.
 */
export async function hasDirectoryGroups(
  tx: Transaction,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'has_directory_groups',
    text: 'select from platform.scim_group_members where tenant_id = $1 and user_id = $2 limit 1',
    values: [tenantId, userId],
  });
  return rowCount > 0;
}

/**
 * Gives a member the role that follows from groups, unless the tenant has no roles for groups, or
 * the member is the owner. Returns the role that the member has then.
 */
export async function changeRoleByGroups(
  tx: Transaction,
  {
    user,
    actor,
    through,
  }: { user: UserRow; actor: AuditActor & { tenantId: string }; through: Through },
  { rules, groups }: { rules: RoleRules; groups: readonly string[] },
): Promise<UserRow['role']> {
  if (user.role === 'owner' || rules.groupRoles.length === 0) return user.role;
  const role = roleOfGroups(rules, groups);
  if (role === user.role) return role;
  await tx.query({
    name: 'change_role_by_groups',
    text: `update platform.users set role = $3 where tenant_id = $1 and id = $2 and role <> 'owner'`,
    values: [actor.tenantId, user.id, role],
  });
  await recordAudit(tx, actor, {
    action: 'team.update_role',
    resourceType: 'user',
    resourceId: user.id,
    metadata: { email: user.email, from: user.role, to: role, through },
  });
  return role;
}
