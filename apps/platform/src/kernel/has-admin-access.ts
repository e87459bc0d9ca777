import type { Role } from '@ecp/contract/identity/auth';
import type { Principal } from './context.ts';

const adminRoles: readonly Role[] = ['admin', 'owner'];

/** Returns true for an admin or owner, and for a tenant-wide read-write key of one (contract 6). */
export function hasAdminAccess(principal: Principal): boolean {
  if (principal.kind === 'session') return adminRoles.includes(principal.role);
  return (
    principal.scope === 'read_write' && principal.engagementId === null && adminRoles.includes(principal.makerRole)
  );
}
