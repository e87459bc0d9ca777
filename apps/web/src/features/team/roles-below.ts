import type { Role } from '@ecp/contract/identity/auth';
import type { UpdateMemberBody } from '@ecp/contract/identity/team';

/** Owner is nobody's to give (TEA-9). */
export type AssignableRole = UpdateMemberBody['role'];

const assignable = ['admin', 'member', 'viewer'] as const satisfies AssignableRole[];

/** Roles that somebody with `role` may give, and whose members they may manage: those below their own. */
export function rolesBelow(role: Role): readonly AssignableRole[] {
  if (role === 'owner') return assignable;
  return role === 'admin' ? assignable.slice(1) : [];
}

/** Whether somebody with `own` may change or remove a member with `role`. */
export const isBelow = (role: Role, own: Role): boolean => rolesBelow(own).some((below) => below === role);
