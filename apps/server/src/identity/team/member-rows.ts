import { ApiError } from '@ecp/contract/declaring/errors';
import { type Role, roles } from '@ecp/contract/identity/auth';
import type { Database, Transaction } from '@ecp/database/database';
import type { ExportPart } from '../../kernel/export-part.ts';
import type { Principal } from '../../kernel/principals.ts';
import { firstRow, requireFound } from '../../kernel/sql.ts';
import { toUser, type UserRow, userColumns } from '../sessions/signed-in.ts';

/** Throws `not_found` unless the tenant has the member. */
export async function requireMember(
  database: Database,
  tenantId: string,
  userId: string,
): Promise<void> {
  await requireFound(database, tenantId, {
    name: 'select_member_exists',
    text: 'select from platform.users where tenant_id = $1 and id = $2',
    values: [tenantId, userId],
  });
}

/** Reads the name of a member, or else the address. */
export async function readMemberName(
  tx: Transaction,
  tenantId: string,
  userId: string,
): Promise<string> {
  const { rows } = await tx.query<{ name: string }>({
    name: 'select_member_name',
    text: 'select coalesce(name, email) as name from platform.users where tenant_id = $1 and id = $2',
    values: [tenantId, userId],
  });
  return firstRow(rows).name;
}

/** Reads a member and locks the row. Error: `not_found`. */
export async function lockMember(
  tx: Transaction,
  tenantId: string,
  userId: string,
): Promise<UserRow> {
  const { rows } = await tx.query<UserRow>({
    name: 'lock_member',
    text: `select ${userColumns} from platform.users u where u.tenant_id = $1 and u.id = $2 for update`,
    values: [tenantId, userId],
  });
  const [member] = rows;
  if (!member) throw new ApiError('not_found');
  return member;
}

/**
 * Checks that the tenant has the member whom a request names, if it names one. Error:
 * `unknown_owner`.
 */
export async function requireNamedMember(
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

/** Throws `role_too_high` unless the role is below the caller's own. */
export function requireAssignable(caller: Principal, role: Role): void {
  if (!isBelow(role, roleOf(caller))) throw new ApiError('role_too_high');
}

/**
 * Throws unless the caller's role is above: `owner_protected` for the owner, else
 * `member_too_high`.
 */
export function requireManageable(caller: Principal, role: Role): void {
  if (role === 'owner') throw new ApiError('owner_protected');
  if (!isBelow(role, roleOf(caller))) throw new ApiError('member_too_high');
}

/** A tenant-wide read-write key counts as admin. No other key reaches this code. */
function roleOf(caller: Principal): Role {
  return caller.kind === 'session' ? caller.role : 'admin';
}

/** Compares two roles; `roles` lists the highest first. */
function isBelow(role: Role, other: Role): boolean {
  return roles.indexOf(role) > roles.indexOf(other);
}

export const exportedUsers: ExportPart<UserRow> = {
  name: 'users',
  page: {
    text: `select ${userColumns} from platform.users u where u.tenant_id = $1 and u.id > $2 order by u.id limit $3`,
  },
  pageRows: 200,
  toRecord: toUser,
};
