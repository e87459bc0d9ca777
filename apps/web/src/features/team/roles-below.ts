import type { Role } from '@ecp/contract/identity/auth';
import type { UpdateMemberBody } from '@ecp/contract/identity/team';

/** The owner role cannot be assigned (TEA-9). */
export type AssignableRole = UpdateMemberBody['role'];

const assignable = ['admin', 'member', 'viewer'] as const satisfies AssignableRole[];

/** Returns the roles below `role`. A user with `role` may assign them and manage their members. */
export function rolesBelow(role: Role): readonly AssignableRole[] {
  if (role === 'owner') return assignable;
  return role === 'admin' ? assignable.slice(1) : [];
}

/** Returns whether a user with role `own` may change or remove a member with `role`. */
export const isBelow = (role: Role, own: Role): boolean => rolesBelow(own).some((below) => below === role);
