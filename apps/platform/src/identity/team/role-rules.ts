import { ApiError } from '@ecp/contract/declaring/errors';
import { type Role, roles } from '@ecp/contract/identity/auth';
import type { Principal } from '../../kernel/context.ts';

/** Throws `role_too_high` unless the role is below the caller's own (TEA-11). */
export function requireAssignable(caller: Principal, role: Role): void {
  if (!isBelow(role, roleOf(caller))) throw new ApiError('role_too_high');
}

/**
 * Throws unless the caller's role is above this role: `owner_protected` for the owner, else
 * `member_too_high` (TEA-11, TEA-12).
 */
export function requireManageable(caller: Principal, role: Role): void {
  if (role === 'owner') throw new ApiError('owner_protected');
  if (!isBelow(role, roleOf(caller))) throw new ApiError('member_too_high');
}

/** A tenant-wide read-write key counts as admin. No other key reaches this code (ACS-11). */
function roleOf(caller: Principal): Role {
  return caller.kind === 'session' ? caller.role : 'admin';
}

/** Compares two roles; `roles` lists the highest first. */
function isBelow(role: Role, other: Role): boolean {
  return roles.indexOf(role) > roles.indexOf(other);
}
