import type { Endpoint, Level } from '@ecp/contract/declaring/endpoint';
import { levelErrors } from '@ecp/contract/declaring/endpoint';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { Role } from '@ecp/contract/identity/auth';
import type { KeyPrincipal, Principal, SessionPrincipal } from '../context.ts';
import { requireRecentProof } from '../require-recent-proof.ts';

const rank: Record<Role, number> = { viewer: 0, member: 1, admin: 2, owner: 3 };
const leastRole: Record<Level, Role> = { read: 'viewer', write: 'member', admin: 'admin', owner: 'owner' };

/** The request that is checked: the engagement in its path, if there is one, and its time. */
export interface CheckedRequest {
  engagementId: string | undefined;
  now: Date;
}

/**
 * Checks role and scope, then the tenant's policies, then the subscription (ACS-4, ACS-5, ACS-7, ACS-12, SFA-12,
 * SFA-14, ERR-7).
 */
export function authorize(endpoint: Endpoint, principal: Principal, { engagementId, now }: CheckedRequest): void {
  if (principal.kind === 'api_key') authorizeKey(endpoint, principal, engagementId);
  else authorizeSession(endpoint, principal, now);
  if (endpoint.subscription && !principal.subscriptionActive) throw new ApiError('subscription_required');
}

function authorizeSession(endpoint: Endpoint, principal: SessionPrincipal, now: Date): void {
  authorizeRole(endpoint.level, principal.role);
  if (principal.secondFactorMissing && !endpoint.beforeEnrolment) throw new ApiError('second_factor_missing');
  if (principal.stepUpRequired && endpoint.stepUp) requireRecentProof(principal, now);
}

function authorizeRole(level: Level, role: Role): void {
  const code = levelErrors[level];
  if (code && rank[role] < rank[leastRole[level]]) throw new ApiError(code);
}

function authorizeKey(endpoint: Endpoint, key: KeyPrincipal, engagementId: string | undefined): void {
  if (endpoint.credentials === 'session' || endpoint.level === 'owner') throw new ApiError('session_required');
  if (key.engagementId !== null && endpoint.engagementKeyAccess !== 'open') {
    const elsewhere = endpoint.engagementKeyAccess === 'tenant' || key.engagementId !== engagementId;
    if (elsewhere) throw new ApiError('key_restricted');
  }
  if (key.scope === 'read_only') {
    if (endpoint.method !== 'GET') throw new ApiError('read_only_api_key');
    if (endpoint.level === 'admin' && !endpoint.readOnlyKeys) throw new ApiError('admin_access_required');
  }
  authorizeRole(endpoint.level, key.makerRole);
}
